"""Deutsch: was beim Lesen einer Frage angenommen und gefragt wird."""

PHRASES: dict[str, str] = {
    "assume.model.size": "das ist heute meist mit {size:name} gemeint",
    "assume.model.family": "das übliche mit dem Namen",
    "assume.model.r1": "das destillierte, denn das volle Modell braucht Hunderte Gigabyte",
    "assume.quant.bare": "so ist „{said:name}“ meist gemeint",
    "assume.devices.cpu": "keine Grafikkarte, also der Prozessor mit seinem Arbeitsspeicher",
    "assume.devices.mac": "ein Mac mit so viel Speicher ist meist dieser; sag mir den Chip",
    "assume.devices.earlier": "von vorhin",
    "assume.devices.example": "nur als Beispiel, denn gefragt ist, wie viel es braucht",
    "assume.rig": "deine gespeicherte Hardware",
    "note.unread": "Mit „{words:name}“ konnte ich nichts anfangen und habe es weggelassen.",
    "note.unknown_model": "Unter dem Namen kenne ich das Modell nicht, also rechne ich mit seiner Größe ({size:name}).",
}
