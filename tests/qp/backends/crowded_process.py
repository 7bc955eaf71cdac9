"""Solve the stored programs in a process that holds Pinocchio, MuJoCo and a world; prints JSON.

ProxQP's AVX-512 build, which its package picks where the processor has it, died in one like it.
"""

import json
import sys
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin

from poise.qp import QuadraticProgram, load_backend

WORLD = """
<mujoco><worldbody>
  <geom type="plane" size="5 5 1"/>
  <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/>
    {limbs}
  </body>
</worldbody></mujoco>
"""
LIMB = '<body pos="0 0 .1"><joint axis="1 0 0"/><geom type="capsule" size=".02 .1"/>{}</body>'


def crowd() -> float:
    """Build a robot and a world, use both, and return something computed with them."""
    model = pin.buildSampleModelHumanoid()
    data = model.createData()
    pin.computeAllTerms(model, data, pin.neutral(model), np.zeros(model.nv))
    limb = ""
    for _ in range(10):
        limb = LIMB.format(limb)
    spec = mujoco.MjSpec.from_string(WORLD.format(limbs=limb * 3))
    world = spec.compile()
    state = mujoco.MjData(world)
    for _ in range(100):
        mujoco.mj_step(world, state)
    return float(data.M[0, 0] + state.qpos[2])


def main(backend_name: str, oracles: Path) -> None:
    """Solve every program cold and warm."""
    crowd()
    backend = load_backend(backend_name)
    solved = programs = 0
    for file in sorted((oracles / "qp").glob("*.json")):
        for state in json.loads(file.read_text()):
            for stored in state.values():
                data = {name: np.array(value, dtype=float) for name, value in stored.items()}
                program = QuadraticProgram(
                    data["H"] + 1e-4 * np.eye(len(data["g"])),
                    *(data[name] for name in ("g", "A", "b", "C", "lower_y", "upper_y")),
                    *(data[name] for name in ("lower_x", "upper_x")),
                )
                cold = backend.solve(program)
                warm = backend.solve(program, cold)
                solved += cold.solved + warm.solved
                programs += 2
    print(json.dumps({"solved": solved, "programs": programs}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
