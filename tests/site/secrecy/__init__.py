"""A hidden card reaches nobody: exchange the hidden cards, and every answer stays the same bytes.

Each viewer is shown everything the site has to say about a game. Then every card that this viewer
cannot know is exchanged for another in the database, the seed too, and it is all shown again, with
the clock stopped and the masked tokens of forms left out of the comparison. Whatever the answers
write to the database is taken back each time.
"""
