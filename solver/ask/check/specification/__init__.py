"""The law alone is the specification: statements about it in the terms of 613, 707.2 and 701.28f alone."""
