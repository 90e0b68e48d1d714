enum RunFormatsPlaceholder {}
