"""PDF/X: the keys of a press file that its pages do not contain.

The PDFs of this program contain only CMYK vectors, embedded fonts and page boxes. This module adds
the other requirements of PDF/X-1a:2003 (ISO 15930-4) and PDF/X-4 (ISO 15930-7): the version, the
output intent, the trapping flag, dates and a document id. X-1a may name a printing condition of
the ICC's registry and then needs no profile. X-4 needs the profile itself, and declares its
version in XMP. A service's own profile is in `templates/sheets/profiles` if a free one exists. A
press may supply its own profile. The intent then has that profile's name, because its condition
may be in no registry (ISO 32000-1, 14.11.5: identifier "Custom").
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from printkit.errors import UsageError
from printkit.preflight.pdf import X1A, X4
from rules import Message

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject

# Conversion of pictures for a press: sRGB to the four inks of its profile, within its ink limit.
#
# Only a designer's own pictures (`[[image]]`) are pixels; everything else is drawn in inks.
# The intent is perceptual (ICC.1:2022, 6.2), so that a photograph keeps its gradations. If the
# inks of a pixel add up to more than the limit, cyan, magenta and yellow are reduced equally and
# black is kept, so that hue and depth suffer least.


_FULL = 255
"""One full ink, as a pixel value."""


def separation(profile: bytes, ink: int) -> Callable[[Image], Image]:
    """Return a function that converts an image to a press's inks, at most `ink` per cent in all.

    Grey images are unchanged, because they need only black ink.
    """
    from PIL import ImageCms  # noqa: PLC0415 - heavy

    transform = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(profile)),
        "RGB",
        "CMYK",
        ImageCms.Intent.PERCEPTUAL,
    )

    def separated(picture: Image) -> Image:
        if picture.mode == "L":
            return picture
        inks = ImageCms.applyTransform(picture, transform)
        return picture if inks is None else _limited(inks, ink * _FULL // 100)

    return separated


def _limited(picture: Image, most: int) -> Image:
    """Limit the sum of the inks of every pixel to `most`."""
    from PIL import Image, ImageMath  # noqa: PLC0415 - heavy

    *colours, black = picture.split()
    named = dict(zip("cmyk", (*colours, black), strict=True))

    def held(of: dict[str, Any], ink: str) -> Any:  # noqa: ANN401 - an expression of Pillow's
        total = of["max"](of["c"] + of["m"] + of["y"], 1)
        return of["convert"](of["min"](of[ink], of[ink] * (most - of["k"]) / total), "L")

    parts = [ImageMath.lambda_eval(partial(held, ink=ink), **named) for ink in "cmy"]
    return Image.merge("CMYK", (*parts, black))


STANDARDS = {"x1a": X1A, "x4": X4}
_HEADERS = {X1A: "%PDF-1.4", X4: "%PDF-1.6"}
_REGISTRY = "http://www.color.org"
_DATE = "D:20000101000000+00'00'"
"""Constant date of all files, so that the same input gives the same bytes."""
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<xmp:CreateDate>2000-01-01T00:00:00Z</xmp:CreateDate>
<xmp:ModifyDate>2000-01-01T00:00:00Z</xmp:ModifyDate>
<xmp:MetadataDate>2000-01-01T00:00:00Z</xmp:MetadataDate>
<xmp:CreatorTool>printkit</xmp:CreatorTool><pdf:Producer>printkit</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped><pdfxid:GTS_PDFXVersion>{standard}</pdfxid:GTS_PDFXVersion>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True, slots=True)
class OutputIntent:
    """Printing condition of a file; `profile` is the ICC profile's bytes, if any.

    `registered` is True if the condition's name is in the ICC's registry.
    """

    condition: str
    profile: bytes = b""
    registered: bool = True


def own_intent(profile: bytes) -> OutputIntent:
    """Return the condition of a press's own profile; raise `UsageError` unless it is CMYK."""
    from PIL import ImageCms  # noqa: PLC0415 - heavy

    fault = Message("print.press_profile")
    if profile[36:40] != b"acsp" or profile[12:20] != b"prtrCMYK":
        raise UsageError(fault)
    try:
        name = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(BytesIO(profile)))
    except (ImageCms.PyCMSError, OSError) as error:
        raise UsageError(fault) from error
    return OutputIntent(name.strip() or "a press's own", profile, registered=False)


def with_intent(pdf: bytes, standard: str, intent: OutputIntent) -> bytes:
    """Return the same pages as a file that conforms to the standard, for a printing condition.

    Raises `UsageError` if the standard needs a profile and the intent has none.
    """
    from pypdf import PdfWriter  # noqa: PLC0415 - heavy
    from pypdf.generic import ArrayObject, ByteStringObject, NameObject  # noqa: PLC0415

    if standard == X4 and not intent.profile:
        facts = {"standard": standard, "condition": intent.condition}
        raise UsageError("print.needs_profile", **facts)
    writer = PdfWriter(clone_from=BytesIO(pdf))
    writer.pdf_header = _HEADERS[standard]
    root, digest = writer.root_object, hashlib.md5(pdf, usedforsecurity=False).digest()
    known: Any = writer.metadata
    title, author, subject = (str(known[key]) for key in ("/Title", "/Author", "/Subject"))
    root.pop("/ViewerPreferences", None)
    root.pop("/PageMode", None)
    made = writer._add_object(_output_intent(writer, intent))  # noqa: SLF001 - pypdf has no public access to it
    root[NameObject("/OutputIntents")] = ArrayObject([made])
    info = {
        "/Title": title,
        "/Author": author,
        "/Subject": subject,
        "/Creator": "printkit",
        "/Producer": "printkit",
        "/CreationDate": _DATE,
        "/ModDate": _DATE,
    }
    if standard == X4:
        root[NameObject("/Metadata")] = _metadata(writer, info, standard, digest.hex())
    else:
        info |= {"/GTS_PDFXVersion": standard, "/GTS_PDFXConformance": standard}
    writer.metadata = None
    writer.add_metadata(info)
    about: Any = writer._info  # noqa: SLF001
    about.get_object()[NameObject("/Trapped")] = NameObject("/False")
    writer._ID = ArrayObject([ByteStringObject(digest)] * 2)  # noqa: SLF001
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _output_intent(writer: PdfWriter, intent: OutputIntent) -> DictionaryObject:
    from pypdf.generic import (  # noqa: PLC0415 - heavy
        DictionaryObject,
        NameObject,
        NumberObject,
        StreamObject,
        TextStringObject,
    )

    condition = TextStringObject(intent.condition)
    identifier = condition if intent.registered else TextStringObject("Custom")
    found: dict[str, Any] = {
        "/Type": NameObject("/OutputIntent"),
        "/S": NameObject("/GTS_PDFX"),
        "/OutputConditionIdentifier": identifier,
        "/OutputCondition": condition,
        "/Info": condition,
    }
    if intent.registered:
        found["/RegistryName"] = TextStringObject(_REGISTRY)
    if intent.profile:
        stream = StreamObject()
        stream.set_data(intent.profile)
        stream[NameObject("/N")] = NumberObject(4)
        found["/DestOutputProfile"] = writer._add_object(stream.flate_encode())  # noqa: SLF001
    return DictionaryObject({NameObject(key): value for key, value in found.items()})


def _metadata(writer: PdfWriter, info: dict[str, str], standard: str, digest: str) -> Any:  # noqa: ANN401 - a reference of pypdf's
    from pypdf.generic import NameObject, StreamObject  # noqa: PLC0415 - heavy

    stream = StreamObject()
    parts = (digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:])
    facts = {key[1:].lower(): escape(info[key]) for key in ("/Title", "/Author", "/Subject")}
    text = _XMP.format(**facts, standard=standard, id="-".join(parts))
    stream.set_data(text.encode("utf-8"))
    stream[NameObject("/Type")] = NameObject("/Metadata")
    stream[NameObject("/Subtype")] = NameObject("/XML")
    return writer._add_object(stream)  # noqa: SLF001
