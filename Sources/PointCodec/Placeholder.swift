enum PointCodecPlaceholder {}
