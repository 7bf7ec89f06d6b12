"""What is said about reading a question: assumptions and the one question back."""

PHRASES: dict[str, str] = {
    "assume.model.size": "that is what {size:name} mostly means today",
    "assume.model.family": "the usual one of that name",
    "assume.model.r1": "the distilled one, since the full model needs hundreds of gigabytes",
    "assume.quant.bare": "what people mean by “{said:name}”",
    "assume.devices.cpu": "no graphics card, so the processor and its RAM",
    "assume.devices.mac": "a Mac with that memory is most often this one; tell me the chip",
    "assume.devices.earlier": "from before",
    "assume.devices.example": "just as an example, since the question is how much it needs",
    "assume.rig": "your saved hardware",
    "note.unread": "I did not understand “{words:name}” and left it out.",
    "note.unknown_model": "I do not know that model by name, so I go by its size ({size:name}).",
}
