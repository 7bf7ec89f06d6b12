"""Wörter zum Lesen: Deutsch, in gefalteter Schreibung (ä wird a, ß wird ss)."""

from typing import Final

CUES: Final[dict[str, str]] = {
    "diagnose": (
        "langsam|langsamer|lahm|zu langsam|so langsam|normal|ist das normal|stimmt was nicht|was mache ich falsch|falsch|"
        "warum nur|wieso nur|nur|bekomme nur|kriege nur|schleicht|kriecht|bricht ein|bremst|hangt|bug|kaputt|"
        "was stimmt nicht|woran liegt|liegt das|ist das ok|zu wenig|komme nur auf|komm nur auf|ewig|dauert ewig|ruckelt|problem|erwartet"
    ),
    "explain": "doppelt so schnell|zwei karten doppelt|warum|wieso|weshalb|erklare|erklaer|was bedeutet|was heisst|unterschied|wie kommt|was ist|bringt nvlink|verstehe nicht",
    "fit": "wieviel vram braucht braucht|bessere wahl|geht das|passt|passen|lauft|laeuft|laufen|reicht|reichen|geht|gehen|schafft|schaffen|moglich|moeglich|kann ich|packt|hinein|rein|brauch ich|genug|wieviel kontext|wie viel kontext",
    "speed": "wie schnell|schnell|geschwindigkeit|token/s|tokens/s|tok/s|wie flott|flott|tempo|leistung|wieviel tok|wie viel tok|wie viele token|wieviele token|tokens pro sekunde|token pro sekunde",
    "compare": "vs|oder|gegen|vergleich|vergleichen|schneller als|besser|lieber|im vergleich|statt|was ist schneller|lohnt",
    "ttft": "zum einlesen|zum lesen von|braucht zum lesen|erste wort|erstes wort|erste antwort|wie lange bis|dauert das bis|erstes token|ersten token|erste token|bis zum ersten|bis was kommt|prompt verarbeitung|promptverarbeitung|prefill|wie lange dauert|ttft|bis die antwort|bis er anfangt",
    "concurrency": "gleichzeitig|nutzer|benutzer|leute|parallel|mehrere nutzer|kollegen|personen|anfragen",
    "recommend_quant": "kleinere quant|kleineres quant|groessere quant|welche quantisierung|welcher quant|welches quant|welchen quant|welche quant|welche quants|welche stufe",
    "recommend_model": "was nehm ich|was nehme ich|was passt|was passt da|was wurde passen|empfiehlst|empfehlt|empfehlung|empfehlen|grosstes moe|bestes lokales|schnellstes modell|was fur ein modell|was fuer ein modell|welches kleine modell|welches modell|welche modelle|was kann ich|bestes modell|was lauft|was laeuft|modell empfehlung|modell fur|modell fuer|welches llm|geht da uberhaupt|geht da ueberhaupt|geht uberhaupt",
    "recommend_hardware": "welche graka|was fur eine graka|was fuer eine graka|am gunstigsten|billigste|gunstigste|welche grafikkarte|welche gpu|welche karte|welche hardware|kaufen|aufrusten|aufruesten|was brauche ich|brauche ich|anschaffen|wie viel vram|lohnt sich|welcher mac|budget",
    "measure": "wo sehe ich|wie sehe ich|miss ich|messen|messe ich|wie messe|benchmarken|wie teste|wie kann ich messen",
    "feel": "zum chatten|fur chat|angenehm|zu lesen|brauchbar|benutzbar|flussig|fluessig|schnell genug zum|fuhlt sich|fuehlt sich|anfuhlt|anfuehlt|gefuhl|wie ist das so|fuhlen",
    "target": "brauche|will|mindestens|ziel|hatte gern|realistisch|mochte|moechte",
    "other": "laut|angeblich|soll|sollte|andere|kumpel|freund|vorher|fruher|frueher|benchmark|video|behauptet|theorie|war|eigentlich|sollten",
    "slow_prompt": "",
    "hardware_change": "mit zwei|zweite|noch eine",
    "aside": "hallo|danke|guten morgen|spiele|wetter|rezept|zocken|fussball|witz|hausaufgaben",
    "offtopic": "netzteil|das training|lora|training|trainieren|pro bild|video rendern|bild|trainieren|training|feintuning|finetuning|bilder generieren|bildgenerierung|videoschnitt|rendern|preis pro|api preis",
}
COUNTS: Final = {
    "eine": 1,
    "zwei": 2,
    "zwo": 2,
    "drei": 3,
    "vier": 4,
    "sechs": 6,
    "acht": 8,
    "beide": 2,
    "doppelt": 2,
}
USUAL: Final = frozenset(
    "sind wird wurde man es sie wir ihr dass aber sehr mehr zwei einen einem eines wer wann nach vor uber ueber unter schon etwa zum zur vom beim ohne keine kein nehme lohnt eigentlich langsam schafft braucht soll sollte mochte moechte gibt heisst ganz besser mir dir dich mich uns lesen sekunde der die das und ist ich nicht mit auf fur fuer ein eine einer ner nen wie was warum lauft laeuft passt reicht geht hab habe bei nur auch noch oder wenn kann mein meine meiner dem den zu im schnell wieviel viel welches welche brauche da mal ne ca ungefahr moin".split()
)
