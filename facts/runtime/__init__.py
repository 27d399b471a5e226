"""Starting fast and sharing: imports and patterns on demand, and locks that threads share."""

from facts.runtime.locks import CARDS, lock_over_forks
from facts.runtime.on_demand import offer
from facts.runtime.patterns import pattern

__all__ = ["CARDS", "lock_over_forks", "offer", "pattern"]
