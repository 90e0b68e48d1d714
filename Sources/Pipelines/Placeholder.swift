enum PipelinesPlaceholder {}
