"""What an advice says: what to change, and what that gives."""

PHRASES: dict[str, str] = {
    "advice.shorter_context": "Keep the context to {context:tokens}: then everything stays on the card, at {decode:range} tok/s instead of {was:rate}.",
    "advice.kv_quant": "Store the KV cache as q8_0 (-ctk q8_0 -ctv q8_0): saves {saved:gb}, and then it fits, at {decode:range} tok/s.",
    "advice.lower_quant": "Go down to {quant:name} ({bits:bits} bits, {weights:gb}): fits whole, {decode:range} tok/s instead of {was:rate}.",
    "advice.experts_to_ram": "Move only the experts to RAM (--n-cpu-moe) instead of whole layers: {decode:range} tok/s.",
    "advice.moe_model": "Try {model:name}, a mixture of experts that reads far less per token: {decode:range} tok/s here.",
    "advice.second_card": "With {count:int} × {device:name} it fits: {decode:range} tok/s.",
    "advice.all_on_gpu": "Put all layers on the card (-ngl 99, or no such setting at all): it fits, at {decode:range} tok/s instead of {was:rate}.",
    "advice.usual_quant": "{quant:name} ({bits:bits} bits, {weights:gb}) is the usual choice: {decode:range} tok/s, and the loss is hard to notice.",
    "advice.lower_quant_and_kv": "{quant:name} ({weights:gb}) with the KV cache as q8_0 fits whole: {decode:range} tok/s instead of {was:rate}.",
    "advice.smaller_model": "{model:name} is about the largest that runs here: {decode:range} tok/s.",
    "advice.tensor_split": "Let the {count:int} cards work together instead of in turn (tensor parallel: -sm tensor, vLLM, ExLlama): {decode:range} tok/s.",
}
