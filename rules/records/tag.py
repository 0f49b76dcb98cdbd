"""Text of a QR tag: ten characters that identify one printed card or other piece.

    Y 0A 07 1 S ccc
    │ │  │  │ │ └── check: 15 bits over the rest, three base-32 characters
    │ │  │  │ └──── salt: chosen by the printer to keep the tags of a run far apart
    │ │  │  └────── copy, base 36: 1 to 35; 0 = not a copy (backs, fiducials)
    │ │  └───────── number within the kind, base 36: 00 to ZZ
    │ └──────────── deck, base 36: 00 to ZZ, so that two players' prints never clash
    └────────────── the game's letter, A to Z

The ten characters are QR alphanumeric and fill version 1 at level H. In tags other than those of
card fronts, the number's first character is one that card numbers never reach (cards use 00 to RZ,
1,008 numbers):

    S? back of owner ?     T? W? control card ?     U? fiducial ? of a mat     V? X? token ?

Control cards and tokens have two such letters; the second is for numbers from 36.

The check is a CRC-15 (CAN polynomial 0x4599), which distinguishes printed tags from similar texts.
It is not a signature: only tags listed in a manifest are trusted. The check includes the salt, so
changing the salt changes about half of all modules.
"""

import enum
from dataclasses import dataclass

from rules.core.reprs import short_repr
from rules.errors import MalformedTag
from rules.messages.message import Message

TAG_LENGTH = 10
MAX_NUMBER = 28 * 36 - 1
MAX_COPY = 35

_BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BASE32 = "0123456789ABCDEFGHJKLMNPQRSTUVWX"
_VALUE36 = {c: i for i, c in enumerate(_BASE36)}
_CRC_POLYNOMIAL = 0x4599
_CRC_BITS = 15


class TagKind(enum.Enum):
    """Kind of piece that a tag is printed on; values are leading letters of the number field."""

    CARD = ""
    BACK = "S"
    CONTROL = "TW"
    FIDUCIAL = "U"
    TOKEN = "VX"

    def __repr__(self) -> str:
        return f"TagKind.{self.name}"

    @property
    def limit(self) -> int:
        """The highest number of the kind."""
        return 36 * len(self.value) - 1 if self.value else MAX_NUMBER


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag, whether read or to be printed.

    `number` is 0–1007 for cards, 0–71 for control cards and tokens, and otherwise 0–35. `deck` is
    0–1295, `copy` and `salt` are 0–35, and `game` is one letter A–Z.
    """

    game: str
    deck: int
    kind: TagKind
    number: int
    copy: int = 0
    salt: int = 0

    __repr__ = short_repr

    def __str__(self) -> str:
        """Return the ten printed characters."""
        return format_tag(self)


def _crc15(text: str) -> int:
    register = 0
    for byte in text.encode("ascii"):
        register ^= byte << (_CRC_BITS - 8)
        for _ in range(8):
            top = register & (1 << (_CRC_BITS - 1))
            register = (register << 1) & ((1 << _CRC_BITS) - 1)
            if top:
                register ^= _CRC_POLYNOMIAL
    return register


def _check(body: str) -> str:
    crc = _crc15(body)
    return _BASE32[crc >> 10] + _BASE32[(crc >> 5) & 31] + _BASE32[crc & 31]


def _two36(value: int) -> str:
    return _BASE36[value // 36] + _BASE36[value % 36]


def format_tag(tag: Tag) -> str:
    """Return the ten characters of a tag; raise `ValueError` if a field is out of range."""
    if not (
        len(tag.game) == 1
        and "A" <= tag.game <= "Z"
        and 0 <= tag.deck < 36 * 36
        and 0 <= tag.number <= tag.kind.limit
        and 0 <= tag.copy <= MAX_COPY
        and 0 <= tag.salt <= MAX_COPY
    ):
        raise ValueError(f"a field is out of range: {tag!r}")
    leads = tag.kind.value
    page, rest = divmod(tag.number, 36)
    number = leads[page] + _BASE36[rest] if leads else _two36(tag.number)
    body = tag.game + _two36(tag.deck) + number + _BASE36[tag.copy] + _BASE36[tag.salt]
    return body + _check(body)


def parse_tag(text: str) -> Tag:
    """Parse a tag's text, the inverse of `format_tag`.

    Raise `MalformedTag` for any text that printkit does not write.

    >>> tag = Tag(game="Y", deck=1, kind=TagKind.CARD, number=3, copy=1, salt=0)
    >>> format_tag(tag)
    'Y01031065V'
    >>> parse_tag("Y01031065V") == tag
    True
    """
    if len(text) != TAG_LENGTH:
        raise MalformedTag(Message("tag_length"), text, min(len(text), TAG_LENGTH))
    for i, c in enumerate(text):
        if c not in _VALUE36:
            raise MalformedTag(Message("tag_letters"), text, i)
    body, check = text[:-3], text[-3:]
    if not "A" <= body[0] <= "Z":
        raise MalformedTag(Message("tag_game"), text, 0)
    if check != _check(body):
        raise MalformedTag(Message("tag_check"), text, 7)
    deck = _VALUE36[body[1]] * 36 + _VALUE36[body[2]]
    copy, salt = _VALUE36[body[5]], _VALUE36[body[6]]
    for kind in TagKind:
        if body[3] in kind.value:
            page = kind.value.index(body[3])
            return Tag(body[0], deck, kind, 36 * page + _VALUE36[body[4]], copy, salt)
    number = _VALUE36[body[3]] * 36 + _VALUE36[body[4]]
    if number > MAX_NUMBER:
        raise MalformedTag(Message("tag_kind"), text, 3)
    return Tag(body[0], deck, TagKind.CARD, number, copy, salt)
