"""Meshes are found however a URDF names them, and what is missing is said."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from poise.model.meshes import find_meshes


@pytest.fixture
def here(tmp_path, monkeypatch):
    """folder/my_robot/urdf/robot.urdf and folder/my_robot/meshes/arm.stl."""
    monkeypatch.delenv("ROS_PACKAGE_PATH", raising=False)
    package = tmp_path / "my_robot"
    for folder in ("urdf", "meshes"):
        (package / folder).mkdir(parents=True)
    (package / "urdf" / "robot.urdf").write_text("<robot/>")
    (package / "meshes" / "arm.stl").write_text("solid")
    (package / "meshes" / "with space.stl").write_text("solid")
    return package


def found(uri, path, package_dirs=()):
    root = ET.fromstring(
        "<robot><link><visual><geometry><mesh/></geometry></visual></link></robot>"
    )
    next(root.iter("mesh")).set("filename", uri)
    (mesh,) = find_meshes(root, path, [Path(p) for p in package_dirs])
    assert mesh.uri == uri
    return mesh.path


def test_relative_names_start_at_the_file_not_at_the_working_folder(here, monkeypatch):
    monkeypatch.chdir(here / "meshes")
    urdf = here / "urdf" / "robot.urdf"
    assert found("../meshes/arm.stl", urdf).samefile(here / "meshes" / "arm.stl")
    assert found("arm.stl", urdf) is None


def test_relative_paths_of_the_file_itself_work(here, monkeypatch):
    monkeypatch.chdir(here / "urdf")
    assert found("../meshes/arm.stl", Path("robot.urdf")).samefile(here / "meshes" / "arm.stl")


def test_absolute_names_and_file_uris_are_taken_as_they_are(here):
    mesh = here / "meshes" / "arm.stl"
    assert found(str(mesh), None) == mesh
    assert found(f"file://{mesh}", None) == mesh
    spaced = here / "meshes" / "with space.stl"
    assert found(f"file://{here}/meshes/with%20space.stl", None) == spaced


@pytest.mark.parametrize("scheme", ["package", "model"])
def test_packages_are_found_above_the_file(here, scheme):
    urdf = here / "urdf" / "robot.urdf"
    assert found(f"{scheme}://my_robot/meshes/arm.stl", urdf) == here / "meshes" / "arm.stl"


def test_packages_are_found_in_the_folders_given(here):
    uri = "package://my_robot/meshes/arm.stl"
    mesh = here / "meshes" / "arm.stl"
    assert found(uri, None) is None
    assert found(uri, None, [here.parent]) == mesh
    assert found(uri, None, [here]) == mesh  # the package itself
    assert found(uri, None, ["/nowhere", here.parent]) == mesh


def test_packages_are_found_in_the_ros_package_path(here, monkeypatch):
    monkeypatch.setenv("ROS_PACKAGE_PATH", f"/nowhere:{here.parent}")
    assert found("package://my_robot/meshes/arm.stl", None) == here / "meshes" / "arm.stl"


def test_given_folders_come_first(here, tmp_path):
    other = tmp_path / "other" / "my_robot" / "meshes"
    other.mkdir(parents=True)
    (other / "arm.stl").write_text("solid")
    urdf = here / "urdf" / "robot.urdf"
    uri = "package://my_robot/meshes/arm.stl"
    assert found(uri, urdf, [tmp_path / "other"]) == other / "arm.stl"


@pytest.mark.parametrize(
    "uri",
    [
        *("package://other/arm.stl", "missing.stl", "/missing.stl", "file:///missing.stl"),
        *("meshes", "x" * 5000, "package://" + "x" * 5000),
    ],
)
def test_what_is_not_there_is_none(here, uri):
    assert found(uri, here / "urdf" / "robot.urdf") is None


def test_each_mesh_is_listed_once_in_order():
    meshes = "".join(f'<mesh filename="{n}.stl"/>' for n in "bab") + "<mesh/>"
    root = ET.fromstring(f"<robot>{meshes}</robot>")
    assert [m.uri for m in find_meshes(root, None, [])] == ["a.stl", "b.stl"]
