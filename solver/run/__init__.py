"""Running many boards: batches, workers, pools and clusters."""
