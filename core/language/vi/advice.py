"""Tiếng Việt: một lời khuyên nói gì: đổi cái gì và được gì."""

PHRASES: dict[str, str] = {
    "advice.shorter_context": "Giữ ngữ cảnh ở {context:tokens}: lúc đó mọi thứ nằm trọn trên card, {decode:range} token/giây thay vì {was:rate}.",
    "advice.kv_quant": "Để KV cache kiểu q8_0 (-ctk q8_0 -ctv q8_0): bớt {saved:gb} là vừa, {decode:range} token/giây.",
    "advice.lower_quant": "Hạ xuống {quant:name} ({bits:bits} bit, {weights:gb}): nằm trọn, {decode:range} token/giây thay vì {was:rate}.",
    "advice.experts_to_ram": "Chỉ chuyển expert sang RAM (--n-cpu-moe) thay vì cả tầng: {decode:range} token/giây.",
    "advice.moe_model": "Thử {model:name}, một MoE đọc ít hơn hẳn cho mỗi token: ở đây được {decode:range} token/giây.",
    "advice.second_card": "Có {count:int} × {device:name} thì vừa: {decode:range} token/giây.",
}
