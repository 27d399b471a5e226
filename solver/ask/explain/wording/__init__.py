"""The words of explanations: sentences, names of objects, terms of rules."""
