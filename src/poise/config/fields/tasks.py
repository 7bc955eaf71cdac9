"""Every task that a file can have."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from poise.config.fields.force_tasks import (
    CenterOfPressureFields,
    ContactForceFields,
    ContactWrenchFields,
    TorqueFields,
)
from poise.config.fields.frame_tasks import (
    AxisAlignmentFields,
    CenterOfMassFields,
    DistanceFields,
    FrameOrientationFields,
    FramePoseFields,
    FramePositionFields,
    LookAtFields,
    ManipulabilityFields,
    RelativePoseFields,
)
from poise.config.fields.joint_tasks import (
    JointCouplingFields,
    JointDampingFields,
    JointPositionsFields,
    LowAccelerationFields,
    PostureFields,
)
from poise.config.fields.rate_tasks import (
    AngularMomentumFields,
    CapturePointFields,
    LinearMomentumFields,
    WheelRollingFields,
)

AnyTask = Annotated[
    CenterOfMassFields
    | FramePoseFields
    | FramePositionFields
    | FrameOrientationFields
    | RelativePoseFields
    | AxisAlignmentFields
    | LookAtFields
    | DistanceFields
    | ManipulabilityFields
    | PostureFields
    | JointPositionsFields
    | JointCouplingFields
    | JointDampingFields
    | LowAccelerationFields
    | LinearMomentumFields
    | AngularMomentumFields
    | CapturePointFields
    | WheelRollingFields
    | ContactForceFields
    | ContactWrenchFields
    | CenterOfPressureFields
    | TorqueFields,
    Field(discriminator="type"),
]
