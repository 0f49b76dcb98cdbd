"""Print services and cut machines: their requirements, read from `templates/sheets`."""

from functools import cache
from typing import Literal

from pydantic import Field

from printkit.data.toml_source import TEMPLATES, Strict, choose, read_toml
from printkit.template.parts import Pair
from rules import LANGUAGES
from rules.messages.languages import Words

_SHEETS = TEMPLATES / "sheets"


class Service(Strict):
    """Requirements of a service; lengths in mm. The first size is the default.

    `condition` is the name of its printing condition in the ICC's registry. `profile` is a file of
    that condition in `templates/sheets/profiles`, or "" if none may be shipped; then images are
    converted with `separation`. `ink` is the maximum ink coverage, per cent. `facts` is the source
    of the numbers, and `read` is the month in which they were looked up.
    """

    version: int = Field(ge=1)
    title: str
    names: dict[str, str] = Field(default_factory=dict)
    """Translations of the title, in languages that have one."""
    kind: Literal["pdf", "png"]
    standard: str = ""
    condition: str = ""
    profile: str = ""
    separation: str = ""
    order: Literal["back-front", "front-back"]
    order_file: list[str] = Field(default_factory=list)
    """Sizes for which the file `order.xml` of MPC Autofill is written."""
    bleed: float = Field(gt=0)
    safe: float = Field(gt=0)
    dpi: int = Field(ge=300)
    ink: int = Field(gt=0)
    facts: str
    read: str = Field(pattern=r"^\d{4}-\d{2}$")
    size: dict[str, Pair]

    @property
    def called(self) -> Words:
        """The service's name in each language."""
        return {lang: self.names.get(lang, self.title) for lang in LANGUAGES}


class _Services(Strict):
    service: dict[str, Service]


@cache
def services() -> dict[str, Service]:
    """Return every service by its name."""
    return read_toml(_SHEETS / "services.toml", _Services).service


def load_service(name: str) -> tuple[str, Service]:
    """Return a service and its exact name; raise `UsageError` with a near match if unknown."""
    known = choose("service", name, services())
    return known, services()[known]


def profile_of(service: Service) -> bytes:
    """Return the ICC profile shipped for a service's condition, or b""."""
    return _read(service.profile) if service.profile else b""


def inks_of(service: Service) -> bytes:
    """Return the ICC profile for a service's images: its own, otherwise a similar one."""
    return profile_of(service) or _read(service.separation)


def _read(profile: str) -> bytes:
    return (_SHEETS / "profiles" / profile).read_bytes()
