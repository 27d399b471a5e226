"""Checking: are the rules consistent, does each of them matter, and is no paragraph forgotten?"""

from solver.check.finding import Finding
from solver.check.rules import check_rules

__all__ = ["Finding", "check_rules"]
