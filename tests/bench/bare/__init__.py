"""The yardstick: what a turn would cost if it did nothing but read, lock and write rows."""
