"""Fresh questions, scored before anything was fixed for them: text → meaning, by slot."""

from typing import Final

FRESH: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    (
        "llama-server -m Qwen3-32B-Q5_K_M.gguf -ngl 40 -c 16384 -ctk q8_0, 3090, 9.8 t/s normal?",
        {
            "intent": "diagnose",
            "model": "qwen3-32b",
            "quant": "q5_k_m",
            "gpu_layers": 40,
            "context_tokens": 16384,
            "kv_quant": "q8_0",
            "devices": "geforce-rtx-3090",
            "measured_tok_s": 9.8,
        },
    ),
    (
        "2x 3090, vllm, Llama 3.3 70B AWQ, 8 concurrent users, what total throughput?",
        {"intent": "concurrency", "devices": "geforce-rtx-3090*2", "users": 8, "engine": "vLLM"},
    ),
    (
        "can i run gpt-oss-120b on 4090 + 96gb ddr5 6000?",
        {
            "intent": "fit",
            "model": "gpt-oss-120b",
            "devices": "geforce-rtx-4090",
            "ram_gb": 96,
            "ram_mts": 6000,
        },
    ),
    (
        "time to first token for a 22k prompt, qwen3 14b q6_k, 4070 ti super",
        {
            "intent": "ttft",
            "prompt_tokens": 22528,
            "model": "qwen3-14b",
            "quant": "q6_k",
            "devices": "geforce-rtx-4070-ti-super",
        },
    ),
    (
        "laeuft llama 3.1 8b q8 fluessig auf ner 3060 12gb?",
        {
            "intent": "fit",
            "model": "llama-3.1-8b",
            "quant": "q8_0",
            "devices": "geforce-rtx-3060-12-gb",
        },
    ),
    (
        "con 4070 chay qwen3 14b q4 duoc bao nhieu token/giay",
        {"intent": "speed", "model": "qwen3-14b", "devices": "geforce-rtx-4070"},
    ),
    (
        "ollama ps says 45%/55% CPU/GPU for gemma3:27b on my 7900xt, 6,5 tok/s",
        {
            "intent": "diagnose",
            "model": "gemma-3-27b",
            "devices": "radeon-rx-7900-xt",
            "measured_tok_s": 6.5,
            "gpu_share": 0.55,
        },
    ),
    (
        "dual P40 llama 70b q4km 200ms/token why",
        {"intent": "diagnose", "devices": "tesla-p40*2", "measured_tok_s": 5.0, "quant": "q4_k_m"},
    ),
    ("3090 24GB * 2 vs 4090 48GB x 1 for 70b q4", {"intent": "compare"}),
    (
        "Qwen3-235B-A22B UD-Q2_K_XL --n-cpu-moe 60, 3090, 128gb ddr4 3200: 4.1 tps",
        {
            "intent": "diagnose",
            "model": "qwen3-235b-a22b",
            "cpu_moe_layers": 60,
            "ram_gb": 128,
            "ram_mts": 3200,
            "measured_tok_s": 4.1,
        },
    ),
    (
        "best model for 5060 ti 16gb?",
        {"intent": "recommend_model", "devices": "geforce-rtx-5060-ti-16-gb"},
    ),
    (
        "which quant of qwen3 32b for 24gb vram at 32k",
        {"intent": "recommend_quant", "model": "qwen3-32b", "context_tokens": 32768},
    ),
    (
        "welche graka brauch ich fuer 70b mit 15 t/s",
        {"intent": "recommend_hardware", "target_tok_s": 15.0},
    ),
    (
        "card nao chay duoc qwen3 32b 20 tok/s",
        {"intent": "recommend_hardware", "model": "qwen3-32b", "target_tok_s": 20.0},
    ),
    ("why is decode limited by memory bandwidth", {"intent": "explain"}),
    ("is 12 tok/s ok for chatting?", {"intent": "feel"}),
    (
        "r9700 gpt-oss 20b llama.cpp vulkan, pp512 2900 tg128 96",
        {"model": "gpt-oss-20b", "measured_tok_s": 96.0},
    ),
    (
        "Strix Halo 128GB, glm-4.5-air Q4_K_XL, how fast at 64k ctx",
        {"intent": "speed", "model": "glm-4.5-air-106b-a12b", "context_tokens": 65536},
    ),
    ("was nehm ich fuer ein m4 max 64gb zum coden", {"intent": "recommend_model"}),
    ("M2 Ultra 192G deepseek r1 671b q1? any hope", {"intent": "fit"}),
    (
        "5090 laptop qwen3-30b-a3b q4_k_m speed",
        {
            "intent": "speed",
            "model": "qwen3-30b-a3b",
            "quant": "q4_k_m",
            "devices": "geforce-rtx-5090-mobile",
        },
    ),
    (
        "8*4090 vllm qwen2.5 72b int8, 16 users each how fast",
        {"intent": "concurrency", "devices": "geforce-rtx-4090*8", "users": 16},
    ),
    (
        "113 ms per token on ryzen 7940hs with mistral 7b q4_0, cpu only. can it be better?",
        {"intent": "diagnose", "quant": "q4_0", "measured_tok_s": 8.85},
    ),
    ("lohnt sich eine zweite 3090 fuer qwen3 32b q8?", {"model": "qwen3-32b", "quant": "q8_0"}),
    (
        "after updating ollama my 6800xt went from 45 to 12 t/s with llama3.1 8b",
        {"intent": "diagnose", "devices": "radeon-rx-6800-xt", "measured_tok_s": 12.0},
    ),
    ("finetune llama 8b lora on 3090 how many it/s", {"intent": "offtopic"}),
    (
        "B70 32gb gemma 3 27b iq4xs",
        {"model": "gemma-3-27b", "quant": "iq4_xs", "devices": "arc-pro-b70"},
    ),
    (
        "exl3 4.0bpw llama 3.3 70b, 2x3090, 32k Q8 cache, 14-18ish tps fine?",
        {
            "intent": "diagnose",
            "devices": "geforce-rtx-3090*2",
            "context_tokens": 32768,
            "kv_quant": "q8_0",
        },
    ),
    (
        "mac mini m4 16gb qwen3 8b 4bit mlx wie schnell",
        {"intent": "speed", "model": "qwen3-8b", "engine": "mlx"},
    ),
    (
        "num_ctx 131072 qwen3:14b rtx 4080 suddenly 3 tokens per second",
        {
            "intent": "diagnose",
            "context_tokens": 131072,
            "model": "qwen3-14b",
            "devices": "geforce-rtx-4080",
            "measured_tok_s": 3.0,
        },
    ),
    (
        "welche karte brauche ich fuer gemma 3 27b?",
        {"intent": "recommend_hardware", "model": "gemma-3-27b"},
    ),
    ("is 8 t/s good enough for coding", {"intent": "feel"}),
    ("was nehme ich am besten fuer 12gb vram", {"intent": "recommend_model"}),
    ("sind 5 token/s zum chatten ok", {"intent": "feel"}),
    ("5 tok/s dung de chat on khong", {"intent": "feel"}),
    (
        "4x V100 32gb llama 70b q8 tg?",
        {"intent": "speed", "devices": "tesla-v100-sxm2-32-gb*4", "quant": "q8_0"},
    ),
    (
        "qwen3 32b on a770: 1 token per 2 seconds, gpu idle",
        {"intent": "diagnose", "model": "qwen3-32b", "measured_tok_s": 0.5},
    ),
    (
        "--max-model-len 32768 --kv-cache-dtype fp8 qwen3 32b awq 4090 fits?",
        {
            "intent": "fit",
            "context_tokens": 32768,
            "model": "qwen3-32b",
            "devices": "geforce-rtx-4090",
        },
    ),
    (
        "num_gpu 30 gemma3:27b 3080 10gb 4.4 t/s how to speed up",
        {"intent": "diagnose", "gpu_layers": 30, "measured_tok_s": 4.4},
    ),
    ("3090 may B thi vua", {"intent": "recommend_model", "devices": "geforce-rtx-3090"}),
    (
        "4070 ti chay qwen3 32b noi khong",
        {"intent": "fit", "model": "qwen3-32b", "devices": "geforce-rtx-4070-ti"},
    ),
    ("4090 oder 2x 3090 fuer 70b?", {"intent": "compare"}),
    ("train a lora for flux on 4080 16gb", {"intent": "offtopic"}),
    ("prompt eval of 30k tokens takes 4 min on m3 max, qwen3 32b", {"model": "qwen3-32b"}),
    (
        "reicht 32gb ram fuer qwen3-30b-a3b ohne gpu",
        {"intent": "fit", "model": "qwen3-30b-a3b", "ram_gb": 32},
    ),
    ("how many users can an h100 serve with llama 3.1 8b fp8", {"intent": "concurrency"}),
    (
        "phi-4 Q4KM, 3060 12gb, ctx 16k",
        {"model": "phi-4-14b", "quant": "q4_k_m", "context_tokens": 16384},
    ),
    ("how do i measure tok/s in llama.cpp", {"intent": "measure"}),
    (
        "7950x 64gb ddr5-6000 no vga qwen3 8b q8",
        {"model": "qwen3-8b", "ram_gb": 64, "ram_mts": 6000, "quant": "q8_0"},
    ),
    (
        "rtx 6000 ada, qwen3 32b fp8 vllm, 60 tok/s total for 4 users",
        {"model": "qwen3-32b", "quant": "fp8-per-block-128", "users": 4},
    ),
    (
        "-ncmoe 26 gpt-oss-120b 5080 64gb ddr5 5600 18 t/s, can i squeeze more",
        {
            "intent": "diagnose",
            "cpu_moe_layers": 26,
            "measured_tok_s": 18.0,
            "ram_gb": 64,
            "ram_mts": 5600,
        },
    ),
    ("3060ti vs 4060 for llama3.1 8b q4", {"intent": "compare"}),
    (
        "64ram 4080 llama 3.3 70b q3 how slow would it be",
        {"intent": "speed", "ram_gb": 64, "devices": "geforce-rtx-4080"},
    ),
    (
        "qwen3 8b q4_k_m 1080ti 9.61 ms/token good?",
        {"quant": "q4_k_m", "measured_tok_s": 104.06, "devices": "geforce-gtx-1080-ti"},
    ),
    (
        "zu langsam: gemma3 12b, 3060, 4,2 Tok/s",
        {"intent": "diagnose", "model": "gemma-3-12b", "measured_tok_s": 4.2},
    ),
    (
        "sao qwen3 8b tren 3060 chi 6 tok/s vay",
        {"intent": "diagnose", "model": "qwen3-8b", "measured_tok_s": 6.0},
    ),
    (
        "muon 30 tok/s qwen3 32b thi mua card gi",
        {"intent": "recommend_hardware", "model": "qwen3-32b", "target_tok_s": 30.0},
    ),
    ("quant nao cho qwen3 14b tren 12gb", {"intent": "recommend_quant", "model": "qwen3-14b"}),
    (
        "mi50 32gb x 2 qwen3 32b q4_1 tg?",
        {"model": "qwen3-32b", "quant": "q4_1", "devices": "radeon-instinct-mi50-32-gb*2"},
    ),
    (
        "wie lange bis zum ersten token bei 10k prompt, 4090, qwen3 32b q4",
        {"intent": "ttft", "model": "qwen3-32b"},
    ),
    (
        "how much context fits with qwen3 32b q4_k_m on 3090",
        {"intent": "fit", "model": "qwen3-32b"},
    ),
    ("ist eine 5090 schneller als zwei 3090 bei 32b", {"intent": "compare"}),
    (
        "two sparks tensor parallel gpt-oss-120b tok/s",
        {"intent": "speed", "model": "gpt-oss-120b", "devices": "dgx-spark-gb10*2"},
    ),
    (
        "wie viele nutzer schafft eine a6000 mit qwen3 14b awq",
        {"intent": "concurrency", "model": "qwen3-14b"},
    ),
    (
        "offloaded 17/31 layers, gemma, 8gb card, 5 t/s",
        {"intent": "diagnose", "gpu_layers": 17, "measured_tok_s": 5.0},
    ),
    (
        "budget 1500 eur fuer qwen3 30b a3b",
        {"intent": "recommend_hardware", "model": "qwen3-30b-a3b"},
    ),
    ("llama3.2:3b-instruct-q8_0 on orin nano super", {"model": "llama-3.2-3b", "quant": "q8_0"}),
)
