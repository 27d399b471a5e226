"""Why a fact does not hold: what stands in its way, and what would have to change."""
