"""Deutsch: was ein Rat sagt: was man ändert und was das bringt."""

PHRASES: dict[str, str] = {
    "advice.shorter_context": "Bleib bei {context:tokens} Kontext: Dann liegt alles auf der Karte, mit {decode:range} Token/s statt {was:rate}.",
    "advice.kv_quant": "Leg den KV-Cache in q8_0 ab (-ctk q8_0 -ctv q8_0): Das spart {saved:gb}, dann passt es, mit {decode:range} Token/s.",
    "advice.lower_quant": "Geh runter auf {quant:name} ({bits:bits} Bit, {weights:gb}): passt ganz, {decode:range} Token/s statt {was:rate}.",
    "advice.experts_to_ram": "Lager nur die Experten in den Arbeitsspeicher aus (--n-cpu-moe) statt ganzer Layer: {decode:range} Token/s.",
    "advice.moe_model": "Probier {model:name}, ein MoE, das pro Token viel weniger liest: hier {decode:range} Token/s.",
    "advice.second_card": "Mit {count:int} × {device:name} passt es: {decode:range} Token/s.",
    "advice.all_on_gpu": "Leg alle Schichten auf die Karte (-ngl 99, oder lass die Einstellung weg): Es passt, mit {decode:range} statt {was:rate} Tok/s.",
    "advice.usual_quant": "{quant:name} ({bits:bits} Bit, {weights:gb}) ist die übliche Wahl: {decode:range} Tok/s, und den Verlust merkt man kaum.",
    "advice.lower_quant_and_kv": "{quant:name} ({weights:gb}) mit dem KV-Cache als q8_0 passt ganz: {decode:range} statt {was:rate} Tok/s.",
    "advice.smaller_model": "{model:name} ist etwa das Größte, was hier läuft: {decode:range} Tok/s.",
    "advice.tensor_split": "Lass die {count:int} Karten zusammen statt nacheinander arbeiten (Tensor-Parallelität: -sm tensor, vLLM, ExLlama): {decode:range} Tok/s.",
}
