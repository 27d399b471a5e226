"""The walk: how objects became what they are, effect by effect, as text and as a picture."""
