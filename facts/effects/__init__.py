"""The effect form: what an ability's effects are, written as facts."""
