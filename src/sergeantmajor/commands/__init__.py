"""The commands of `sergeantmajor`, one module each: what it takes, and what it prints."""
