"""Running many boards, and within limits: batches, workers, pools, threads and clusters."""
