"""Starting fast and sharing: imports and patterns on demand, locks that threads share, and frozen mappings."""

from facts.runtime.frozen import NO_ENTRIES, FrozenDict, FrozenList, frozen_data
from facts.runtime.locks import CARDS, lock_over_forks
from facts.runtime.on_demand import offer
from facts.runtime.patterns import pattern

__all__ = ["CARDS", "NO_ENTRIES", "FrozenDict", "FrozenList", "frozen_data", "lock_over_forks", "offer", "pattern"]
