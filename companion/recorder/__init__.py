"""The flight recorder: a match's inputs, notices and pictures in one file, to be judged again."""
