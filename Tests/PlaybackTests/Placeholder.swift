// Replaced by the part's first file.
