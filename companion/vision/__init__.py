"""From frame to table: finds the printed tags in a picture and says what lies where.

`Frame → candidates → register → match → Reading* → mat pose → placed Reading* → TableView`
"""

from __future__ import annotations
