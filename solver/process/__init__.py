"""One process: the turns of its threads, its limits of time and memory, its search for garbage."""
