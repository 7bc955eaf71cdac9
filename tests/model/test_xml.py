"""XML is read with limits: no entities, no huge files, and messages that say where."""

import pytest

from poise.errors import ModelLoadError
from poise.model import xml
from poise.model.xml import exists, is_file, parse_xml, read_xml_text

BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<robot name="&d;"/>"""
OUTSIDE = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="r">&x;</robot>'


@pytest.mark.parametrize("text", [BOMB, OUTSIDE])
def test_entities_are_refused(text):
    with pytest.raises(ModelLoadError, match=r"here\.urdf declares a document type or entities"):
        parse_xml(text, "here.urdf")


@pytest.mark.parametrize(
    "text",
    [
        '<robot name="a"/>',
        '<?xml version="1.0" encoding="UTF-8"?><robot name="a"/>',
        '<?xml version="1.0" encoding="latin-1" ?>\n<!-- ä --><robot name="a"/>',
        '\n  <?xml version="1.0"?>\n<robot name="a"/>',
        '\ufeff<?xml version="1.0"?><robot name="a"/>',
    ],
)
def test_declarations_empty_lines_and_byte_order_marks_are_let_pass(text):
    assert parse_xml(text, "text").get("name") == "a"


@pytest.mark.parametrize(
    "text", ["", "robot", "<robot>", "<robot></link>", "<a/><b/>", "<a>&x;</a>"]
)
def test_what_is_not_xml_is_refused(text):
    with pytest.raises(ModelLoadError, match=r"the text is not well-formed XML: .+\."):
        parse_xml(text, "the text")


def test_files_are_read_as_utf8(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_text('<robot name="Käfer"/>', encoding="utf-8")
    assert read_xml_text(path) == '<robot name="Käfer"/>'


def test_other_encodings_are_refused(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_bytes('<robot name="Käfer"/>'.encode("latin-1"))
    with pytest.raises(ModelLoadError, match=r"robot\.urdf is not UTF-8"):
        read_xml_text(path)


def test_missing_files_and_folders_are_named(tmp_path):
    with pytest.raises(ModelLoadError, match=r"missing\.urdf: No such file"):
        read_xml_text(tmp_path / "missing.urdf")
    with pytest.raises(ModelLoadError, match="is not a file"):
        read_xml_text(tmp_path)


def test_huge_files_are_refused_before_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(xml, "_LARGEST_FILE", 10)
    path = tmp_path / "robot.urdf"
    path.write_text("<robot/>")
    assert read_xml_text(path) == "<robot/>"
    path.write_text("<robot/>   ")
    with pytest.raises(ModelLoadError, match="has 11 bytes; robot files may have up to 10"):
        read_xml_text(path)


def test_a_name_that_is_too_long_is_no_file(tmp_path):
    assert not exists(tmp_path / ("x" * 5000))
    assert not is_file(tmp_path / ("x" * 5000))
    assert exists(tmp_path)
    assert not is_file(tmp_path)
