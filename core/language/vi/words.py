"""Từ để đọc tiếng Việt, viết không dấu (đ thành d)."""

from typing import Final

CUES: Final[dict[str, str]] = {
    "diagnose": (
        "cham|cham the|sao cham|cham qua|rua|ri|bi cham|binh thuong|co binh thuong|binh thuong khong|loi|bi loi|bi gi|sai|"
        "sai gi|co sai|sao chi|chi duoc|chi dc|chi co|tai sao chi|lag|giat|tut|tut xuong|co van de|on khong|on ko|the nay la|co dung khong|hong"
    ),
    "explain": "sao cang|cang dai|cang chat|gap doi|nhanh gap doi|co nhanh gap|sao moe|nhu nhau|sao moe|tuong cung|tai sao|vi sao|giai thich|la sao|nghia la gi|khac gi|sao lai|the nao la|la gi|khac nhau",
    "fit": "bao nhieu vram|tran sang ram duoc|chay duoc|chay dc|chay noi|noi khong|noi ko|keo noi|keo duoc|keo dc|vua khong|vua ko|co vua|vua|du khong|du ko|du|tran ram|tran|co chay|duoc khong|duoc ko|dc ko|dc khong|co duoc|chay dc ko|chay tot|lieu|co tran",
    "speed": "nhanh|toc do|bao nhieu token|may token|bao nhieu tok|bn tok|token/s|tok/s|token/giay|token tren giay|may tok|toc do bao nhieu|toc do nhiu|nhanh khong|nhanh co nao|duoc bao nhieu",
    "compare": "so voi|hay la|so sanh|nhanh hon|tot hon|hay|hoac|con nao|cai nao|hon",
    "ttft": "chu dau|doi bao lau|ra chu|token dau|token dau tien|chu dau tien|bao lau moi|cho bao lau|doc prompt|prefill|ttft|bao lau thi|mat bao lau",
    "concurrency": "moi nguoi duoc|nguoi dung chung|dung chung|nguoi dung|nguoi cung luc|cung luc|dong thoi|nhieu nguoi|bao nhieu nguoi|may nguoi|nguoi",
    "recommend_quant": "quant nho hon|quant nao|luong tu hoa nao|ban quant|muc quant|q may|lay quant",
    "recommend_model": "may b|chay noi con nao|chay duoc con nao|keo duoc con nao|chay con gi|goi y|model nao ngon|nen dung model|model nao|mo hinh nao|chay model gi|nen chay|chay duoc model|model gi|chay con nao|chay dc con nao|con nao ngon",
    "recommend_hardware": "re nhat|lay con nao|nen lay|chon con nao|mua card|card nao|mua gi|nen mua|can card|can bao nhieu vram|nang cap|mua|gpu nao|card gi|can vram|may nao|can phan cung",
    "measure": "xem toc do|xem token|do toc do|do the nao|cach do|lam sao do|do token|benchmark the nao",
    "feel": "de chat|co kip|du nhanh|dung duoc khong|muot khong|doc kip|cam giac|doc kip|cam thay|trai nghiem",
    "target": "can|muon|it nhat|muc tieu|mong",
    "other": "thang ban|ban xai|dua ban|nguoi ta|ban minh|truoc|truoc day|video|nghe noi|thay bao|le ra|dang le|quang cao|ban em|ho bao|theo",
    "slow_prompt": "",
    "hardware_change": "hai con|2 con|them con|them card",
    "aside": "xin chao|chao|cam on|game|choi game|thoi tiet|nau an|bong da",
    "offtopic": "mua nguon|nguon bao nhieu|uy tin|render|ban cu|tao video|train|huan luyen|tao anh|ve anh|dao coin|gia api|lam video|dich thuat giup",
}
COUNTS: Final = {"mot": 1, "hai": 2, "ba": 3, "bon": 4, "sau": 6, "tam": 8, "doi": 2}
USUAL: Final = frozenset(
    "con chay khong ko duoc dc bao nhieu minh may co voi thi la em ban moi nguoi noi cho hoi sao toc cham nhanh vua ram muon cai nay nhu ae bac anh oi voi nhi nhe a vay ma cua duoi len do bi chi qua roi k tren va de nen tai hay mua gi nao".split()
)
