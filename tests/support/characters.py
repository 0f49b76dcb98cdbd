"""The alphabet of generated texts."""

from hypothesis import strategies as st

ANY = st.characters(exclude_categories=["Cs"])
"""Every character that UTF-8 can encode, as in `st.text()` without an alphabet.

Hypothesis would try to encode each of them, which takes 210 MB and two seconds.
"""
