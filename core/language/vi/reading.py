"""Tiếng Việt: điều tạm giả định và hỏi lại khi đọc câu hỏi."""

PHRASES: dict[str, str] = {
    "assume.model.size": "bây giờ nói {size:name} thường là con này",
    "assume.model.family": "con thường gặp nhất mang tên đó",
    "assume.model.r1": "bản chưng cất, vì bản đầy đủ cần hàng trăm gigabyte",
    "assume.quant.bare": "nói “{said:name}” thường là mức này",
    "assume.devices.cpu": "không có card nên dùng CPU và RAM của nó",
    "assume.devices.mac": "máy Mac có chừng đó bộ nhớ thường là chip này; cho mình biết tên chip nhé",
    "assume.devices.earlier": "theo câu trước",
    "assume.devices.example": "chỉ lấy làm ví dụ, vì câu hỏi là cần bao nhiêu",
    "assume.rig": "cấu hình bạn đã lưu",
    "note.unread": "Chỗ “{words:name}” mình chưa hiểu nên đã bỏ qua.",
    "note.unknown_model": "Mình không biết mô hình tên đó nên tính theo cỡ của nó ({size:name}).",
}
