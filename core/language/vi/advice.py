"""Tiếng Việt: một lời khuyên nói gì: đổi cái gì và được gì."""

PHRASES: dict[str, str] = {
    "advice.shorter_context": "Giữ ngữ cảnh ở {context:tokens}: lúc đó mọi thứ nằm trọn trên card, {decode:range} token/giây thay vì {was:rate}.",
    "advice.kv_quant": "Để KV cache kiểu q8_0 (-ctk q8_0 -ctv q8_0): bớt {saved:gb} là vừa, {decode:range} token/giây.",
    "advice.lower_quant": "Hạ xuống {quant:name} ({bits:bits} bit, {weights:gb}): nằm trọn, {decode:range} token/giây thay vì {was:rate}.",
    "advice.experts_to_ram": "Chỉ chuyển expert sang RAM (--n-cpu-moe) thay vì cả tầng: {decode:range} token/giây.",
    "advice.moe_model": "Thử {model:name}, một MoE đọc ít hơn hẳn cho mỗi token: ở đây được {decode:range} token/giây.",
    "advice.second_card": "Có {count:int} × {device:name} thì vừa: {decode:range} token/giây.",
    "advice.all_on_gpu": "Đưa hết layer lên card (-ngl 99, hoặc bỏ thiết lập đó): vừa trọn, {decode:range} tok/s thay vì {was:rate}.",
    "advice.usual_quant": "{quant:name} ({bits:bits} bit, {weights:gb}) là lựa chọn thông dụng: {decode:range} tok/s, và khó nhận ra chất lượng giảm.",
    "advice.lower_quant_and_kv": "{quant:name} ({weights:gb}) cùng KV cache q8_0 thì vừa trọn: {decode:range} tok/s thay vì {was:rate}.",
    "advice.smaller_model": "{model:name} là cỡ lớn nhất chạy được ở đây: {decode:range} tok/s.",
    "advice.tensor_split": "Cho {count:int} card chạy cùng lúc thay vì lần lượt (tensor parallel: -sm tensor, vLLM, ExLlama): {decode:range} tok/s.",
}
