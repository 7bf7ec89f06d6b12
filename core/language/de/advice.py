"""Deutsch: was ein Rat sagt: was man ändert und was das bringt."""

PHRASES: dict[str, str] = {
    "advice.shorter_context": "Bleib bei {context:tokens} Kontext: Dann liegt alles auf der Karte, mit {decode:range} Token/s statt {was:rate}.",
    "advice.kv_quant": "Leg den KV-Cache in q8_0 ab (-ctk q8_0 -ctv q8_0): Das spart {saved:gb}, dann passt es, mit {decode:range} Token/s.",
    "advice.lower_quant": "Geh runter auf {quant:name} ({bits:bits} Bit, {weights:gb}): passt ganz, {decode:range} Token/s statt {was:rate}.",
    "advice.experts_to_ram": "Lager nur die Experten in den Arbeitsspeicher aus (--n-cpu-moe) statt ganzer Layer: {decode:range} Token/s.",
    "advice.moe_model": "Probier {model:name}, ein MoE, das pro Token viel weniger liest: hier {decode:range} Token/s.",
    "advice.second_card": "Mit {count:int} × {device:name} passt es: {decode:range} Token/s.",
}
