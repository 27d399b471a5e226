"""The effect form: the effects of an ability, written as facts."""
