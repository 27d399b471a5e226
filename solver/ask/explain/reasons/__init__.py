"""Why a fact holds: its answer, the reason in a sentence or two, and the effects that act against a fact."""
