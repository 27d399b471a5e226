"""Whether the paragraphs that a case cites decide it: without their rules the answer must change."""
