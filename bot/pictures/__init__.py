"""Charts and animations from an Answer; nothing here loads a drawing library when imported."""
