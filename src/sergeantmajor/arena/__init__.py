"""Evaluation: whole matches between bots, card play alone, and intervals for what they show."""
