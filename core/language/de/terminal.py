"""Deutsch: was das Terminal selbst sagt."""

PHRASES: dict[str, str] = {
    "terminal.feel.title": "{rate:bits} Token/s: {feel:name}. Strg-C beendet.",
    "terminal.feel.done": "{count:int} Token in {time:seconds}.",
    "terminal.more": "--why zeigt die Rechnung.",
    "terminal.sample": "Ein Sprachmodell schreibt ein Token nach dem anderen, und für jedes liest es alle seine aktiven Gewichte aus dem Speicher. Deshalb hängt das Tempo, das du gerade siehst, an der Speicherbandbreite und an fast nichts anderem. Ein Token ist im Deutschen oft nur ein halbes Wort, manchmal ein ganzes, manchmal ein Komma. Menschen lesen fünf bis zehn davon pro Sekunde. Läuft dir dieser Text davon, reicht das Tempo zum Chatten. Ertappst du dich beim Warten auf das nächste Wort, dann reicht es nicht, und ein kleinerer Quant, ein MoE oder eine Karte mit mehr Bandbreite würde helfen. Bei Code ist es anders: Niemand liest jede Klammer, da ist schneller einfach besser, und ein Modell, das vor der Antwort zweitausend Token lang nachdenkt, lässt dich jede langsame Sekunde doppelt spüren.",
}
