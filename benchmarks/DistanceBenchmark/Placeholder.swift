enum DistanceBenchmarkPlaceholder {}
