"""Reading robot XML safely: size limits, no entities."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from poise.errors import ModelLoadError

_LARGEST_FILE = 64 * 1024 * 1024  # bytes; the largest humanoid URDFs are below 1 MiB


def exists(path: Path) -> bool:
    """Whether there is a file or folder; False too where the name cannot be one."""
    try:
        return path.exists()
    except OSError:  # for example a name that is too long
        return False


def is_file(path: Path) -> bool:
    """Whether there is a file; False too where the name cannot be one."""
    try:
        return path.is_file()
    except OSError:
        return False


def read_xml_text(path: Path) -> str:
    """The text of a robot file.

    Raises:
        ModelLoadError: Missing, no file, too large or not UTF-8.
    """
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise ModelLoadError(f"{path} is not a file.")
        if size > _LARGEST_FILE:
            raise ModelLoadError(
                f"{path} has {size} bytes; robot files may have up to {_LARGEST_FILE}."
            )
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ModelLoadError(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ModelLoadError(f"{path} is not UTF-8 text: {error.reason}.") from error


def parse_xml(text: str, origin: str) -> ET.Element:
    """Parse XML that declares no entities.

    Args:
        text: The XML text.
        origin: What to call it in messages, for example its path.

    Raises:
        ModelLoadError: Not XML, or it declares a document type (entities can be made to
            expand without bound).
    """
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ModelLoadError(f"{origin} declares a document type or entities; remove them.")
    # Text before an XML declaration is refused, and files start with empty lines or a byte
    # order mark now and then; the declared encoding means nothing once text is decoded.
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("<?xml"):
        text = text.split("?>", 1)[-1]
    try:
        return ET.fromstring(text)
    except ET.ParseError as error:
        raise ModelLoadError(f"{origin} is not well-formed XML: {error}.") from error
