"""Self-signed certificates, so that a phone's browser lets the page use the camera.

Browsers allow only secure pages to use the camera, and no authority certifies addresses in a home
network. The computer therefore signs a certificate for its own address; the phone warns once, and
the page announces this warning. The `openssl` program creates the certificate. Without it there is
no secure page, and photos are uploaded over plain HTTP.
"""

import ipaddress
import shutil
import subprocess
from pathlib import Path

from rules.process.disk import PRIVATE_FOLDER, make_folder

DAYS = 397
"""Validity in days; some browsers reject certificates that are valid for longer."""
_RENEW_S = 7 * 24 * 3600
_PATIENCE_S = 30.0


def find_certificate(address: str, folder: Path) -> tuple[Path, Path] | None:
    """Return an address's certificate and key, stored in `folder`, or None on failure.

    A stored certificate is reused if it is valid for at least another week.
    """
    openssl = shutil.which("openssl")
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return None
    stem = address.replace(":", "-")
    certificate, key = folder / f"page-{stem}.pem", folder / f"page-{stem}.key"
    if openssl is None:
        return (certificate, key) if certificate.is_file() and key.is_file() else None
    if not (key.is_file() and _good(openssl, certificate)):
        made = _make(openssl, address, folder, certificate, key)
        return (certificate, key) if made else None
    return certificate, key


def _good(openssl: str, certificate: Path) -> bool:
    asked = ["x509", "-in", str(certificate), "-noout", "-checkend", str(_RENEW_S)]
    return certificate.is_file() and _run([openssl, *asked])


def _make(openssl: str, address: str, folder: Path, certificate: Path, key: Path) -> bool:
    """Create a certificate and its key, which only its owner can read."""
    try:
        make_folder(folder, PRIVATE_FOLDER)
        fresh_key, fresh = key.with_suffix(".key.new"), certificate.with_suffix(".pem.new")
        fresh_key.touch(mode=0o600)
        fresh_key.chmod(0o600)
    except OSError:
        return False
    asked = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    asked += ["-keyout", str(fresh_key), "-out", str(fresh), "-days", str(DAYS)]
    asked += ["-subj", "/CN=companion", "-addext", f"subjectAltName=IP:{address}"]
    asked += ["-addext", "extendedKeyUsage=serverAuth"]
    made = _run([openssl, *asked])
    try:
        if made:
            fresh_key.replace(key)
            fresh.replace(certificate)
        else:
            fresh_key.unlink(missing_ok=True)
            fresh.unlink(missing_ok=True)
    except OSError:
        return False
    return made


def _run(command: list[str]) -> bool:
    try:
        done = subprocess.run(  # noqa: S603 - openssl, with fixed arguments
            command, capture_output=True, check=False, timeout=_PATIENCE_S, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
