"""Running many boards: batches, workers, pools and clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.run.batch import as_line, batch, id_in, lines_of, numbered, told_batch, told_batch_on_cores
    from solver.run.cluster import Settings, batch_on_cluster, partitions, unanswered
    from solver.run.pool import BusyError, Pool, Service
    from solver.run.workers import Ended

__all__ = [
    "BusyError", "Ended", "Pool", "Service", "Settings", "as_line", "batch", "batch_on_cluster", "id_in", "lines_of",
    "numbered", "partitions", "told_batch", "told_batch_on_cores", "unanswered",
]  # fmt: skip

offer(__name__)
