"""
The commands of `sergeantmajor`, one module each: what it takes, and what it prints.

Three modules are no commands: `files` and `status` are shared, `diagram` draws what `show` shows.
"""
