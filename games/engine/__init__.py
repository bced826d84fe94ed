"""The rules of Basra, pure: no Django, clock, chance or I/O. R2.3 and the like cite the rules."""
