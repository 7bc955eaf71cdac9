"""Kinematics files of a humanoid's limbs, with the numbers of the original library's tests."""

ARM = """\
// an arm of a humanoid
gravity (0 0 -9.81)
numLinks 6
H0 (0 -1 0 0   0 0 1 0.34692   -1 0 0 0.4967   0 0 0 1)
link_0 (offset 0) (D 0) (A 0) (alpha 90) (mass 0) (cog 0 0 0) (inertia 0 0 0) (min -70) (max 45)
link_1 (offset 90) (D 0) (A 0) (alpha 90) (mass 0) (cog 0 0 0) (inertia 0 0 0) (min -15) (max 70)
link_2 (offset 90) (D 0.32901) (A 0) (alpha 90) (mass 1.750625) (cog 0 0 0) (inertia 0 0 0)
link_3 (offset 0) (D 0) (A 0) (alpha -90) (mass 0) (cog 0 0 0) (inertia 0 0 0)
link_4 (offset 0) (D 0.202) (A 0) (alpha 90) (mass 2.396) (cog 0 0 0) (inertia 0 0 0)
link_5 (offset 90) (D 0) (A 0.187496) (alpha 90) (mass .3) (cog 0 0 0) (inertia 0 0 0)
"""
LIMB = """\
numLinks 6
H0 (1 0 0 0.305   0 1 0 0   0 0 1 {y}   0 0 0 1)
HN (0 0 -1 -0.0975   -1 0 0 0   0 1 0 0   0 0 0 1)
link_0 (offset 0) (D 0) (A 0) (alpha -90)
link_1 (offset -90) (D 0) (A 0) (alpha -90)
link_2 (offset -90) (D -0.32901) (A 0) (alpha -90) (mass 1.750625) (cog 0 0 0) (inertia 0 0 0)
link_3 (offset 0) (D 0) (A 0) (alpha 90)
link_4 (offset 0) (D -0.215) (A 0) (alpha -90) (mass 2.396) (cog 0 0 0) (inertia 0 0 0)
link_5 (offset -90) (D 0) (A -0.09) (alpha 0) (mass 0.3) (cog 0 0 0) (inertia 0 0 0)
"""
TREE = f"""\
[chain trunk]
hook "root"
endpoint false
numLinks 2
link_0 (offset 0) (D 0.1932) (A 0) (alpha -90)
link_1 (offset -90) (D 0) (A 0) (alpha 0)

[chain left]
hook "trunk"
endpoint true
{LIMB.format(y=0.34692)}
[chain right]
hook "trunk"
endpoint true
{LIMB.format(y=-0.34692)}
"""
