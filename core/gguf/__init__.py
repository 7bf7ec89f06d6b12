"""What a model file or its configuration says of itself: bytes in, dimensions out."""
