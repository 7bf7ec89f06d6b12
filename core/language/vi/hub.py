"""Những câu về các mô hình được đọc từ kho mô hình hoặc từ một tệp."""

PHRASES: dict[str, str] = {
    "hub.read.header": "{repository:name}: đọc từ phần đầu của tệp.",
    "hub.read.config": "{repository:name}: đọc từ config.json.",
    "hub.read.file": "{repository:name}: đọc từ phần đầu của chính tệp đó.",
    "hub.sizes": "Một số kích thước tệp ghi trong {repository:name} không thể đúng, nên mình tính từ các chiều của mô hình.",
    "hub.mtp": "Mô hình có kèm các lớp dự đoán nhiều token ({share:percent} kích thước); decode thường không đọc chúng.",
    "hub.missing": "Không thấy {repository:name} trên kho, nên mình dựa vào những gì biết về tên này.",
    "hub.gated": "{repository:name} không có hoặc cần đăng nhập, nên mình không đọc được và dựa vào những gì biết về tên này.",
    "hub.busy": "Kho yêu cầu chậm lại, nên lúc này mình chưa đọc được {repository:name}.",
    "hub.slow": "Kho trả lời quá lâu, nên lúc này mình chưa đọc được {repository:name}.",
    "hub.unreachable": "Không kết nối được với kho, nên chưa đọc được {repository:name}.",
    "hub.unreadable": "Dữ liệu kho gửi cho {repository:name} bị hỏng hoặc quá lớn, nên mình bỏ qua.",
    "hub.elsewhere": "Kho để {repository:name} ở một máy chủ khác, mình không theo sang đó.",
    "hub.no_model": "Trong {repository:name} không có mô hình ngôn ngữ nào mình đọc được.",
    "hub.address": "HOWFAST_HUB không phải địa chỉ dùng được: hãy ghi https://host, hoặc http:// trên chính máy này.",
    "hub.reading": "Mình vẫn đang đọc {repository:name}; lát nữa hỏi lại để có con số chính xác.",
}
