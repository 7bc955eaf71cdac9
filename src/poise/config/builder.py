"""From the fields of a file to the experiment that they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from poise.config.document import Document
from poise.config.faults import Faults
from poise.config.fields.events import ContactChangeFields
from poise.config.fields.experiment import ExperimentFields
from poise.config.fields.task_fields import MotionFields
from poise.config.fit import check_fit, check_names, check_tracking
from poise.config.plan import Outputs, RunPlan
from poise.config.quantity import Measure
from poise.contact import Contact, preset_contacts
from poise.experiment import ContactChange, Experiment, ForcePlan, MotionPlan
from poise.experiment.references import Hold, Reference
from poise.experiment.standing import default_stance
from poise.model import RobotModel
from poise.model.joint_space import JointValues
from poise.qp import load_backend
from poise.sim import Push


def build(document: Document, fields: ExperimentFields) -> RunPlan:
    """The experiment that a file means, checked as far as can be without running it.

    Args:
        document: The file, which knows the places and resolves paths.
        fields: What it says.

    Raises:
        ConfigError: With every fault found.
    """
    faults = Faults(document)
    builder = _Builder(document, fields, faults)
    builder.load_robot()
    faults.stop()
    parts = builder.parts()
    faults.stop()
    with faults.at():
        experiment = Experiment(**parts)
    faults.stop()
    check_tracking(experiment, fields.judge.tracking, faults)
    check_fit(experiment, faults)
    faults.stop()
    return RunPlan(experiment, builder.outputs())


class _Builder:
    """Builds the parts one by one; what cannot be built becomes a fault."""

    robot: RobotModel

    def __init__(self, document: Document, fields: ExperimentFields, faults: Faults) -> None:
        self._document = document
        self._fields = fields
        self._faults = faults

    def load_robot(self) -> None:
        with self._faults.at("robot"):
            self.robot = self._fields.robot.build(self._document.files_at("robot"))

    def parts(self) -> dict[str, Any]:
        """Everything that an experiment is made of, by name."""
        fields = self._fields
        given = {
            "robot": self.robot,
            "contacts": self._contacts(),
            "stance": self._stance(),
            "tasks": self._tasks(),
            **self._settings(),
        }
        self.outputs()
        self._faults.stop()  # what follows is about names, and would complain of them again
        names = [contact.name for contact in given["contacts"]]
        check_names(("judge", "tracking"), fields.judge.tracking, list(fields.tasks), self._faults)
        given["pushes"], given["contact_changes"] = self._events(names)
        return given

    def _settings(self) -> dict[str, Any]:
        """What consists of one value each."""
        fields = self._fields
        with self._faults.at("scene", "backend"):
            load_backend(fields.scene.backend)
        return {
            "simulator": fields.simulator.type,
            "ground_friction": fields.simulator.friction,
            "scene": fields.scene.type,
            "backend": fields.scene.backend,
            "duration": fields.duration,
            "dt": fields.dt,
            "noise": None if fields.noise is None else fields.noise.build(),
            "seed": 0 if fields.noise is None else fields.noise.seed,
            "penalties": fields.scene.penalties.build(),
            "contact_damping": fields.constraints.contact_damping,
            "contact_stiffness": fields.constraints.contact_stiffness,
            "acceleration_limit": fields.constraints.limit(),
            "cone": fields.constraints.friction_cone,
            "limits": fields.judge.build(),
        }

    def outputs(self) -> Outputs:
        """The files to write; existing ones will be replaced."""
        found = {}
        for name, text in self._fields.outputs:
            if text is not None:
                with self._faults.at("outputs", name):
                    found[name] = self._document.files_at("outputs", name).path(text)
        return Outputs(**found)

    def _stance(self) -> JointValues:
        """The stance given, and for joints left out the robot's own."""
        given = self._fields.stance or {}
        stance = np.array(self.robot.joint_vector(default_stance(self.robot)))
        with self._faults.at("stance"):
            self.robot.joint_vector(given)  # complains of names that no joint has
            self._check_joint_units(("stance",), given)
            for name, value in given.items():
                stance[self.robot.joint_names.index(name)] = value
        return stance

    def _contacts(self) -> tuple[Contact, ...]:
        if self._fields.contacts is None:
            return self._preset_contacts()
        found = []
        for name, fields in self._fields.contacts.items():
            with self._faults.at("contacts", name):
                found.append(fields.build(name, self.robot))
        return tuple(found)

    def _preset_contacts(self) -> tuple[Contact, ...]:
        known: tuple[Contact, ...] = ()
        if self.robot.floating_base:
            with self._faults.at("robot"):
                known = preset_contacts(self.robot)
        return known

    def _tasks(self) -> tuple[MotionPlan | ForcePlan, ...]:
        found: list[MotionPlan | ForcePlan] = []
        for name, fields in self._fields.tasks.items():
            with self._faults.at("tasks", name):
                if isinstance(fields, MotionFields):
                    found.append(fields.build(name, self.robot, self._reference(name, fields)))
                else:
                    found.append(fields.build(name))
        return tuple(found)

    def _reference(self, name: str, fields: MotionFields) -> Reference:
        path = ("tasks", name, "reference")
        if fields.reference is None:
            return fields.usual_reference()
        reference: Reference = Hold()  # where a fault is noted instead
        with self._faults.at(*path):
            reference = fields.reference.build(self._document.files_at(*path))
        return reference  # noqa: RET504 - the fault is swallowed

    def _events(self, contacts: list[str]) -> tuple[tuple[Push, ...], tuple[ContactChange, ...]]:
        pushes: list[Push] = []
        changes: list[ContactChange] = []
        for k, fields in enumerate(self._fields.events):
            with self._faults.at("events", k):
                if isinstance(fields, ContactChangeFields):
                    changes.append(fields.build(contacts, self._fields.duration))
                else:
                    pushes += fields.build(self.robot, self._fields.duration)
        return tuple(pushes), tuple(changes)

    def _check_joint_units(self, path: tuple[str | int, ...], values: Mapping[str, float]) -> None:
        """Lengths for joints that slide, angles for those that turn."""
        for joint, value in values.items():
            slides = self.robot.joint_units[self.robot.joint_names.index(joint)] == "m"
            said = value.dimension if isinstance(value, Measure) else None
            if said is not None and (said == "length") != slides:
                moves, unit = ("slides", "length") if slides else ("turns", "angle")
                self._faults.add((*path, joint), f"joint '{joint}' {moves}: give it as a {unit}.")
