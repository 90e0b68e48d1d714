enum RunStorePlaceholder {}
