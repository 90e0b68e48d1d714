enum DistanceEnginePlaceholder {}
