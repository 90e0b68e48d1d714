enum RunAnalysisPlaceholder {}
