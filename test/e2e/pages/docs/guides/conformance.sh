platen render pdf notes.md -o appendix.pdf
