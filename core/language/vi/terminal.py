"""Tiếng Việt: lời của terminal."""

PHRASES: dict[str, str] = {
    "terminal.feel.title": "{rate:bits} token/giây: {feel:name}. Ctrl-C để dừng.",
    "terminal.feel.done": "{count:int} token trong {time:seconds}.",
    "terminal.more": "--why để xem phép tính.",
    "terminal.sample": "Mô hình ngôn ngữ viết từng token một, và với mỗi token nó đọc toàn bộ trọng số kích hoạt từ bộ nhớ. Vì thế tốc độ bạn đang thấy phụ thuộc vào băng thông bộ nhớ và gần như không gì khác. Trong tiếng Việt, một token thường là một phần của chữ, có khi cả chữ, có khi chỉ là dấu phẩy. Người ta đọc năm đến mười token mỗi giây. Nếu chữ chạy trước mắt bạn thì tốc độ này đủ để chat. Nếu bạn thấy mình đang đợi chữ tiếp theo thì chưa đủ, và một mức lượng tử hóa nhỏ hơn, một mô hình MoE hay một card có băng thông cao hơn sẽ giúp được. Với code thì khác: chẳng ai đọc từng dấu ngoặc, nên cứ nhanh hơn là tốt hơn, còn mô hình nghĩ hai nghìn token rồi mới trả lời thì mỗi giây chậm bạn thấm gấp đôi.",
}
