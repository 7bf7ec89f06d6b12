"""Was über Modelle gesagt wird, die von einem Modell-Hub oder aus einer Datei gelesen wurden."""

PHRASES: dict[str, str] = {
    "hub.read.header": "{repository:name}: aus dem Dateikopf gelesen.",
    "hub.read.config": "{repository:name}: aus der config.json gelesen.",
    "hub.read.file": "{repository:name}: aus dem Kopf der Datei gelesen.",
    "hub.sizes": "Einige der Dateigrößen in {repository:name} können nicht stimmen; die rechne ich aus den Abmessungen.",
    "hub.mtp": "Es bringt Schichten für Multi-Token-Prediction mit ({share:percent} seiner Größe); normales Decoding liest sie nicht.",
    "hub.missing": "Im Hub gibt es kein {repository:name}; ich gehe nach dem, was ich zu dem Namen weiß.",
    "hub.gated": "{repository:name} gibt es nicht oder nur mit Anmeldung; ich konnte es nicht lesen und gehe nach dem, was ich zu dem Namen weiß.",
    "hub.busy": "Der Hub bittet um eine Pause; {repository:name} konnte ich gerade nicht lesen.",
    "hub.slow": "Der Hub hat zu lange gebraucht; {repository:name} konnte ich gerade nicht lesen.",
    "hub.unreachable": "Der Hub war nicht erreichbar; {repository:name} bleibt ungelesen.",
    "hub.unreadable": "Was der Hub zu {repository:name} geschickt hat, ist beschädigt oder zu groß; ich habe es weggelassen.",
    "hub.elsewhere": "Der Hub hält {repository:name} auf einem anderen Server, dorthin folge ich nicht.",
    "hub.no_model": "In {repository:name} habe ich kein Sprachmodell gefunden, das ich lesen kann.",
    "hub.address": "HOWFAST_HUB ist keine Adresse, die ich benutzen darf: https://host, oder http:// auf diesem Rechner.",
    "hub.reading": "{repository:name} lese ich noch; frag gleich noch einmal nach den genauen Zahlen.",
}
