"""Review of robot files: what is wrong or looks wrong in them, each with a suggestion."""

from poise.model.review.finding import Finding as Finding
from poise.model.review.finding import FindingKind as FindingKind
from poise.model.review.finding import Severity as Severity
from poise.model.review.review import Review as Review
from poise.model.review.review import review_file as review_file
from poise.model.review.review import review_robot as review_robot
