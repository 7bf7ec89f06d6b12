"""One meaning, all its spellings: what each notation family must be read as, and must not be.

`MEANINGS` maps a slot's value to sentences that say it. `NOTHING` lists sentences in which the
slot is not said at all.
"""

from typing import Final

Meanings = dict[str, dict[object, tuple[str, ...]]]

MEANINGS: Final[Meanings] = {
    "quant": {
        "q4_k_m": (
            "qwen3 8b Q4_K_M on a 4090", "qwen3 8b q4_k_m on a 4090", "qwen3 8b Q4KM on a 4090",
            "qwen3 8b q4km on a 4090", "qwen3 8b q4 on a 4090", "qwen3 8b Q4_K - Medium on a 4090",
            "qwen3 8b 4bit on a 4090", "qwen3 8b 4-bit on a 4090", "qwen3 8b in 4 bit on a 4090",
            "qwen3 8b q4-k-m on a 4090", "qwen3 8b q4 k m on a 4090", "q4_k_m qwen3-8b 4090",
            "qwen3:8b-q4_K_M on a 4090", "hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M on a 4090",
            "Qwen3-8B-Q4_K_M.gguf on my 4090", "läuft qwen3 8b q4km auf der 4090",
            "qwen3 8b q4km chay tren 4090 duoc khong",
        ),
        "q8_0": ("qwen3 8b q8_0 on a 4090", "qwen3 8b Q8 on a 4090", "qwen3 8b 8bit on a 4090", "qwen3 8b q80 on a 4090", "Qwen3-8B-Q8_0.gguf, 4090"),
        "q5_k_m": ("qwen3 8b q5_k_m 4090", "qwen3 8b Q5k_m 4090", "qwen3 8b q5km 4090", "qwen3 8b Q5 4090"),
        "q6_k": ("qwen3 8b q6_k 4090", "qwen3 8b Q6K 4090", "qwen3 8b q6 4090", "qwen3 8b 6-bit 4090"),
        "q3_k_m": ("qwen3 8b q3_k_m 4090", "qwen3 8b Q3_K 4090", "qwen3 8b q3km 4090", "qwen3 8b 3bit 4090"),
        "q4_0": ("qwen3 8b q4_0 4090", "qwen3 8b Q4_0 4090", "llama.cpp f32_q4_0 qwen3 8b 4090"),
        "iq4_xs": ("qwen3 8b IQ4_XS 4090", "qwen3 8b IQ4XS 4090", "qwen3 8b iq4xs 4090", "qwen3 8b i1-IQ4_XS 4090", "qwen3 8b iq4-xs 4090"),
        "iq2_xxs": ("qwen3 8b IQ2_XXS 4090", "qwen3 8b IQ2XXS 4090", "qwen3 8b iq2xxs 4090"),
        "iq4_nl": ("qwen3 8b IQ4_NL 4090", "qwen3 8b IQ4-NL 4090"),
        "ud-q4_k_xl": ("qwen3 8b UD-Q4_K_XL 4090", "qwen3 8b Q4_K_XL 4090", "qwen3 8b ud q4_k_xl 4090", "qwen3 8b q4 k xl 4090"),
        "ud-iq2_xxs": ("qwen3 8b UD-IQ2_XXS 4090", "qwen3 8b ud-iq2_xxs 4090"),
        "bf16": ("qwen3 8b bf16 on an a100", "qwen3 8b BF16 on an a100", "qwen3 8b unquantized on an a100"),
        "f16": ("qwen3 8b fp16 on an a100", "qwen3 8b F16 on an a100", "qwen3 8b f16 a100"),
        "fp8-per-block-128": ("qwen3 8b FP8 on an h100 with vllm", "qwen3 8b fp8 h100"),
        "awq-int4-g128": ("qwen3 8b AWQ on a 4090", "Qwen3-8B-AWQ 4090 vllm", "qwen3 8b awq 4bit 4090"),
        "gptq-int4-g128": ("qwen3 8b GPTQ on a 4090", "qwen3 8b gptq 4bit 4090"),
        "mlx-4bit-gs64": ("qwen3 8b mlx 4bit on m4 pro", "qwen3 8b 4bit mlx m4 pro", "mlx-community/Qwen3-8B-4bit on an m4 pro"),
        "exl2-n-bpw": ("llama 3.3 70b exl2 4.0bpw on 2x3090", "llama 3.3 70b 4.5bpw 2x3090", "llama 3.3 70b at 4.25 bpw, 2x3090"),
        "bitsandbytes-nf4": ("llama 3.1 8b bnb 4bit on a 4090", "llama 3.1 8b with load_in_4bit on a 4090", "llama 3.1 8b nf4 4090"),
    },
    "devices": {
        "geforce-rtx-3090*2": (
            "llama 70b q4 on 2x3090", "llama 70b q4 on 2x 3090", "llama 70b q4 on 2 x 3090", "llama 70b q4 on 2× 3090",
            "llama 70b q4 on 3090 x2", "llama 70b q4 on dual 3090s", "llama 70b q4 on two 3090s", "llama 70b q4 on 2xRTX-3090",
            "llama 70b q4 on 2*3090", "llama 70b q4 on 2 * 3090", "llama 70b q4 on 3090 24GB * 2", "llama 70b q4 with 2 rtx 3090",
            "llama 70b q4 auf zwei 3090", "llama 70b q4 auf 2 Stück 3090", "2 con 3090 chạy llama 70b q4", "hai con 3090 chay llama 70b q4",
            "llama 70b q4 with a pair of 3090s", "llama 70b q4, 3090×2", "2x RTX 3090 24GB, llama 70b q4", "llama 70b q4 RTX 3090 (x2)",
        ),
        "geforce-rtx-4090": ("qwen3 8b on a 4090", "qwen3 8b on an RTX4090", "qwen3 8b RTX 4090 24G", "qwen3 8b geforce rtx 4090", "qwen3 8b 4090", "qwen3 8b nvidia 4090", "qwen3 8b on one 4090", "qwen3 8b auf einer 4090", "qwen3 8b tren con 4090", "qwen3 8b on 1x4090", "my 4090s fan is loud, qwen3 8b speed on it?"),
        "geforce-rtx-3060-12-gb": ("qwen3 8b 3060 12gb", "qwen3 8b 3060 12G", "qwen3 8b RTX 3060 (12GB)", "qwen3 8b 12gb 3060", "qwen3 8b rtx3060-12gb", "qwen3 8b 3060 with 12gb"),
        "geforce-rtx-4060-ti-16-gb": ("qwen3 8b 4060ti 16gb", "qwen3 8b 4060 Ti 16Gb", "qwen3 8b RTX 4060 Ti 16GB", "qwen3 8b rtx4060ti16gb", "qwen3 8b 16gb 4060 ti"),
        "geforce-rtx-5060-ti-16-gb": ("qwen3 8b 5060ti 16gb", "qwen3 8b 5060 16GB"),
        "geforce-rtx-5090-mobile": ("qwen3 8b 5090 laptop", "qwen3 8b RTX 5090 24GB laptop", "qwen3 8b laptop rtx5090", "qwen3 8b 5090 mobile", "laptop w a 5090 for qwen3 8b", "qwen3 8b notebook mit 5090"),
        "geforce-rtx-4090-mobile": ("qwen3 8b on a 4090 laptop", "qwen3 8b laptop 4090 16gb"),
        "radeon-rx-7900-xtx": ("qwen3 8b 7900XTX", "qwen3 8b 7900 xtx", "qwen3 8b RX 7900 XTX", "qwen3 8b rx7900xtx", "qwen3 8b radeon 7900xtx"),
        "radeon-rx-9070-xt": ("qwen3 8b 9070xt", "qwen3 8b RX 9070 XT", "qwen3 8b 9070 xt 16gb"),
        "geforce-rtx-4070-ti-super": ("qwen3 8b 4070 ti super", "qwen3 8b 4070tis", "qwen3 8b RTX4070TiSuper"),
        "arc-pro-b70": ("qwen3 8b on a b70", "qwen3 8b arc pro b70", "qwen3 8b Arc B70"),
        "arc-b580": ("qwen3 8b b580", "qwen3 8b arc b580 12gb"),
        "rtx-a6000": ("qwen3 8b a6000", "qwen3 8b RTX A6000", "qwen3 8b on an A6000 48GB"),
        "rtx-6000-ada-generation": ("qwen3 8b rtx 6000 ada", "qwen3 8b 6000 ada", "qwen3 8b a6000 ada"),
        "rtx-pro-6000-blackwell": ("qwen3 8b rtx pro 6000", "qwen3 8b 6000 pro", "qwen3 8b RTX PRO 6000 96GB", "qwen3 8b blackwell 6000 pro", "qwen3 8b pro 6000 blackwell"),
        "radeon-instinct-mi50-32-gb": ("qwen3 8b mi50", "qwen3 8b MI50 32GB"),
        "dgx-spark-gb10": ("gpt-oss 120b on a dgx spark", "gpt-oss 120b on spark", "gpt-oss 120b gb10", "gpt-oss 120b asus gx10"),
        "dgx-spark-gb10*2": ("gpt-oss 120b on two sparks", "gpt-oss 120b 2x dgx spark", "gpt-oss 120b dual gb10"),
        "ryzen-ai-max-395-radeon-8060s": ("gpt-oss 120b strix halo", "gpt-oss 120b AI MAX+ 395", "gpt-oss 120b on a framework desktop 128gb", "gpt-oss 120b evo-x2", "gpt-oss 120b ryzen ai max 395 128gb", "gpt-oss 120b 8060S", "gpt-oss 120b gmktec evo x2"),
        "m4-max": ("qwen3 8b m4 max", "qwen3 8b M4 Max 128GB", "qwen3 8b macbook pro m4 max", "qwen3 8b m4max 64g", "qwen3 8b apple m4 max"),
        "m2-ultra": ("qwen3 8b m2 ultra 192", "qwen3 8b M2 Ultra 192G", "qwen3 8b mac studio 192GB"),
        "m3-ultra": ("qwen3 8b m3 ultra 512gb", "qwen3 8b mac studio 512gb", "qwen3 8b m3ultra"),
        "m4": ("qwen3 8b mac mini m4 16gb", "qwen3 8b m4 mini", "qwen3 8b macbook air m4"),
        "tesla-p40": ("qwen3 8b p40", "qwen3 8b Tesla P40 24GB", "qwen3 8b nvidia p40"),
        "tesla-p40*3": ("qwen3 8b 3x p40", "qwen3 8b three p40s", "qwen3 8b p40 x3", "qwen3 8b P40 24G * 3", "qwen3 8b 3 con p40"),
        "geforce-rtx-2080-ti-22-gb-mod*8": ("deepseek r1 70b 8*2080ti 22g", "deepseek r1 70b 8x 2080 Ti 22GB", "deepseek r1 70b 2080Ti 22G*8"),
        "?24": ("qwen3 8b on a 24gb card", "qwen3 8b with 24 GB VRAM", "qwen3 8b, 24gb vram", "qwen3 8b auf einer karte mit 24gb", "card 24gb chạy qwen3 8b", "qwen3 8b 24G gpu"),
        "?12": ("qwen3 8b 12gb vram", "qwen3 8b 12gb graka", "qwen3 8b, I have a GPU with 12GB"),
        "?32*4": ("qwen3 235b on 4*32G gpus", "qwen3 235b on 4x32GB gpus", "qwen3 235b on 4x 32gb cards"),
    },
    "context_tokens": {
        65536: ("qwen3 8b 4090 64k ctx", "qwen3 8b 4090 64K context", "qwen3 8b 4090 ctx 64k", "qwen3 8b 4090 at 64k", "qwen3 8b 4090 -c 65536", "qwen3 8b 4090 --ctx-size 65536", "qwen3 8b 4090 num_ctx 65536", "qwen3 8b 4090 bei 64k kontext", "qwen3 8b 4090 ngữ cảnh 64k", "qwen3 8b 4090 context length 64k", "qwen3 8b 4090 with 64k of context", "qwen3 8b 4090 n_ctx=65536", "qwen3 8b 4090 num_ctx: 65536", "64k context on a 4090 with qwen3 8b", "qwen3 8b 4090 @ 64k", "qwen3 8b 4090 65536 context"),
        200000: ("qwen3 8b 4090 -c 200000", "qwen3 8b 4090 ctx 200000", "qwen3 8b 4090 200,000 context", "qwen3 8b 4090 context of 200000 tokens"),
        131072: ("llama 3.1 8b 4090 full 128k", "llama 3.1 8b 4090 128k context", "llama 3.1 8b 4090 num_ctx 131072", "llama 3.1 8b 4090 --max-model-len 131072", "llama 3.1 8b 4090 voller 128k kontext"),
        16384: ("qwen3 8b 4090 16k ctx", "qwen3 8b 4090 -c 16384", "qwen3 8b 4090 16k context", "qwen3 8b 4090 ctx=16k", "qwen3 8b 4090 context 16k"),
    },
    "kv_quant": {
        "q8_0": ("qwen3 8b q4 4090 kv q8_0", "qwen3 8b q4 4090 q8 kv", "qwen3 8b q4 4090 Q8 cache", "qwen3 8b q4 4090 -ctk q8_0 -ctv q8_0", "qwen3 8b q4 4090 --cache-type-k q8_0", "qwen3 8b q4 4090 OLLAMA_KV_CACHE_TYPE=q8_0", "qwen3 8b q4 4090 kv cache q8", "qwen3 8b q4 4090 kv at q8", "qwen3 8b q4 4090 q8_0 kv cache", "qwen3 8b q4 4090 with 8bit kv", "qwen3 8b q4 4090 mit q8 kv"),
        "q4_0": ("qwen3 8b q8_0 4090 q4_0 KV", "qwen3 8b q8_0 4090 4bit kv", "qwen3 8b q8_0 4090 kv q4", "qwen3 8b q8_0 4090 -ctk q4_0"),
        "f16": ("qwen3 8b q4 4090 kv f16", "qwen3 8b q4 4090 FP16 KV", "qwen3 8b q4 4090 kv cache fp16"),
    },
    "ram_gb": {
        64: ("gpt-oss 120b 4090 64gb ram", "gpt-oss 120b 4090 64 GB of RAM", "gpt-oss 120b 4090 64ram", "gpt-oss 120b 4090 64 RAM", "gpt-oss 120b 4090 64gb ddr4", "gpt-oss 120b 4090 64gb ddr5-6000", "gpt-oss 120b 4090 2x32GB ddr5", "gpt-oss 120b 4090 ddr5 2x32gb", "gpt-oss 120b 4090 and 64gb system ram", "gpt-oss 120b 4090 ram 64gb", "gpt-oss 120b 4090 64gb arbeitsspeicher", "gpt-oss 120b 4090, 4x16GB DDR4", "gpt-oss 120b 4090 64G DDR4 3200", "gpt-oss 120b 4090 + 64gb", "gpt-oss 120b 4090 64gb RAM DDR5", "gpt-oss 120b card 4090 ram 64gb", "gpt-oss 120b 4090 RAM: 64 GB"),
        128: ("gpt-oss 120b strix halo 128gb", "gpt-oss 120b m4 max 128gb", "gpt-oss 120b, 3090, 128gb ddr4", "gpt-oss 120b 3090 4x32gb ddr5"),
        512: ("deepseek r1 671b 4090 ddr4 2933 64g*8", "deepseek r1 671b 4090 512gb ram", "deepseek r1 671b 4090 8x64GB ddr4"),
        16: ("qwen3 8b m1 16gb", "qwen3 8b macbook air m2 16gb", "qwen3 8b mac mini m4 with 16 gigs"),
    },
    "ram_mts": {
        6000: ("gpt-oss 120b 4090 64gb ddr5-6000", "gpt-oss 120b 4090 64gb ddr5 6000", "gpt-oss 120b 4090 64gb DDR5 6000MT/s", "gpt-oss 120b 4090 64GB 6000MHz DDR5", "gpt-oss 120b 4090 64gb ddr5@6000", "gpt-oss 120b 4090 ddr5-6000 64gb", "gpt-oss 120b 4090 64gb 6000mhz ddr5 ram", "gpt-oss 120b 4090 2x32GB DDR5-6000"),
        3200: ("gpt-oss 120b 3090 64gb ddr4-3200", "gpt-oss 120b 3090 64gb ddr4 3200mhz", "gpt-oss 120b 3090 64GB DDR4 @ 3200"),
    },
    "measured_tok_s": {
        12.0: ("only 12 tok/s with qwen3 32b q4 on a 3090, why so slow", "qwen3 32b q4 on my 3090 gives 12 t/s, normal?", "getting 12 tokens per second, qwen3 32b q4 3090, is that ok", "3090 qwen3 32b q4 12tps is that normal", "3090 qwen3 32b q4 12 T/s normal?", "3090 qwen3 32b q4: 12 tokens/sec. slow?", "nur 12 token/s mit qwen3 32b q4 auf der 3090, normal?", "3090 qwen3 32b q4 chi duoc 12 tok/s, co binh thuong khong", "3090 chạy qwen3 32b q4 có 12 token/giây, sao chậm thế", "3090 qwen3 32b q4 12 tok/sec feels slow", "why is my 3090 at 12 toks with qwen3 32b q4", "3090 qwen3 32b q4 12,0 tok/s normal?", "qwen3 32b q4 3090 12.0 t/s is it normal"),
        5.0: ("200 ms per token with qwen3 32b q4 on a 3090, slow?", "qwen3 32b q4 3090: 200ms/token, is that normal", "qwen3 32b q4 3090 300 tokens per minute, normal?"),
        0.2: ("qwen3 32b q4 on my 3090: 5 secs/token, what's wrong", "qwen3 32b q4 3090 takes 5 seconds per token, why"),
        16.0: ("3090 qwen3 32b q4 14-18 t/s normal?", "3090 qwen3 32b q4 14-18ish tps is that ok", "3090 qwen3 32b q4 between 14 and 18 tok/s, normal?"),
        8.5: ("3090 mit qwen3 32b q4 nur 8,5 Token/s, ist das normal?", "3090 qwen3 32b q4 8.5 tok/s normal?"),
    },
    "gpu_layers": {
        20: ("llama 70b q4 4090 -ngl 20", "llama 70b q4 4090 ngl 20", "llama 70b q4 4090 --n-gpu-layers 20", "llama 70b q4 4090 ngl=20", "llama 70b q4 4090 with 20 layers on the gpu", "llama 70b q4 4090 num_gpu 20", "llama 70b q4 4090 offloaded 20/81 layers", "llama 70b q4 4090 20 layers offloaded to gpu", "llama 70b q4 4090 n_gpu_layers=20", "llama 70b q4 4090 20/81 layers"),
    },
    "cpu_moe_layers": {
        26: ("gpt-oss 120b 4090 --n-cpu-moe 26", "gpt-oss 120b 4090 -ncmoe 26", "gpt-oss 120b 4090 ncmoe 26", "gpt-oss 120b 4090 n-cpu-moe=26", "gpt-oss 120b 4090 --n-cpu-moe=26"),
    },
    "users": {
        8: ("llama 3.1 8b on a 4090 for 8 users", "llama 3.1 8b 4090 8 concurrent users, how fast each", "llama 3.1 8b 4090 with 8 people at once", "llama 3.1 8b 4090 für 8 nutzer gleichzeitig", "llama 3.1 8b 4090 cho 8 người dùng cùng lúc", "llama 3.1 8b 4090 8 parallel requests", "llama 3.1 8b 4090 8 users"),
    },
    "prompt_tokens": {
        8192: ("how long until the first token for an 8k prompt, qwen3 8b on a 3060 12gb", "ttft for 8k tokens prompt qwen3 8b 3060 12gb", "qwen3 8b 3060 12gb 8192 token prompt, time to first token?", "wie lange bis zum ersten token bei 8k prompt, qwen3 8b 3060 12gb", "qwen3 8b 3060 12gb prompt 8k thì bao lâu ra chữ đầu"),
    },
    "target_tok_s": {
        30.0: ("what do I need for 30 tok/s with qwen3 32b", "I want at least 30 tokens per second on qwen3 32b q4, which gpu", "welche gpu für mindestens 30 tok/s mit qwen3 32b", "which card gives me 30 t/s on qwen3 32b", "muốn ít nhất 30 tok/s với qwen3 32b thì mua card nào"),
    },
    "engine": {
        "llama.cpp": ("qwen3 8b 4090 llama.cpp", "qwen3 8b 4090 with llama-server", "qwen3 8b 4090 llamacpp", "qwen3 8b 4090 llama-cli"),
        "ollama": ("qwen3 8b 4090 ollama", "qwen3 8b 4090 in Ollama"),
        "vLLM": ("qwen3 8b 4090 vllm", "qwen3 8b 4090 vLLM", "qwen3 8b 4090 mit vllm"),
        "LM Studio": ("qwen3 8b 4090 lm studio", "qwen3 8b 4090 LMStudio", "qwen3 8b 4090 lm-studio"),
        "mlx": ("qwen3 8b m4 pro mlx", "qwen3 8b m4 pro in mlx"),
        "exllamav2": ("qwen3 8b 4090 exllamav2",),
        "koboldcpp": ("qwen3 8b 4090 koboldcpp", "qwen3 8b 4090 kobold"),
    },
    "model": {
        "qwen3-30b-a3b": ("qwen3 30b a3b on a 4090", "Qwen3-30B-A3B 4090", "qwen3:30b 4090", "qwen3 30b 4090", "q3 30b a3b 4090", "30b-a3b 4090", "30B.A3B 4090", "30Ba3B 4090", "qwen 3 30b a3b 4090", "qwen3-30b on a 4090"),
        "gpt-oss-20b": ("gpt-oss 20b 4090", "gpt oss 20b 4090", "gptoss20b 4090", "gpt-oss:20b 4090", "gpt oss 20 on a 4090", "oss 20b 4090", "openai/gpt-oss-20b 4090", "gpt_oss_20b 4090"),
        "gpt-oss-120b": ("gpt-oss 120b 3090", "gptoss 120b 3090", "gpt-oss:120b 3090", "oss 120b 3090", "oss120 on a 3090"),
        "llama-3.3-70b": ("llama 3.3 70b 3090", "llama3.3 70b 3090", "llama-3.3-70b-instruct 3090", "Llama-3.3-70B-Instruct-Q4_K_M.gguf 3090", "llama3.3:70b 3090", "llama 3.3 3090", "l3.3 70b 3090", "meta-llama/Llama-3.3-70B-Instruct on a 3090"),
        "deepseek-r1-distill-qwen-32b": ("deepseek-r1:32b 3090", "deepseek r1 32b 3090", "r1 distill qwen 32b 3090", "DeepSeek-R1-Distill-Qwen-32B 3090", "r1 32b 3090", "deepseek r1 distill 32b 3090"),
        "deepseek-r1": ("deepseek r1 671b 8x h200", "deepseek r1 full 671B on epyc 9654", "DeepSeek-R1 671B 8xH100"),
        "gemma-3-27b": ("gemma 3 27b 3090", "gemma3:27b 3090", "gemma-3-27b-it 3090", "gemma3 27b it qat 3090", "google gemma 3 27B 3090", "g3 27b 3090"),
        "gemma-4-26b-a4b": ("gemma 4 26b 3090", "gemma4 26b a4b 3090", "gemma4:26b 3090", "gemma-4-26B-A4B-it 3090"),
        "qwen3-coder-30b-a3b": ("qwen3 coder 30b 3090", "qwen3-coder:30b 3090", "Qwen3-Coder-30B-A3B-Instruct 3090", "qwen coder 30b 3090", "qwen3coder 30b 3090"),
        "qwen2.5-coder-32b": ("qwen2.5 coder 32b 3090", "qwen 2.5 coder 32b 3090", "qwen2.5-coder:32b 3090", "Qwen2.5-Coder-32B-Instruct 3090"),
        "mixtral-8x7b": ("mixtral 8x7b 3090", "mixtral 3090", "8x7b 3090", "Mixtral-8x7B-Instruct-v0.1 3090"),
        "glm-4.5-air-106b-a12b": ("glm 4.5 air 3090", "glm-4.5-air 3090", "GLM4.5 Air 3090", "glm air 3090"),
        "minimax-m2.5": ("minimax m2.5 on 4x3090", "MiniMax-M2.5 4x3090", "minimax-m2.5 4x3090"),
        "mistral-small-3.2-24b": ("mistral small 3.2 3090", "mistral-small3.2:24b 3090", "Mistral-Small-3.2-24B-Instruct-2506 3090", "mistral small 3.2 24b 3090"),
        "phi-4-14b": ("phi 4 3090", "phi-4 3090", "phi4 14b 3090", "phi4:14b 3090"),
        "qwen3.8-27b": ("qwen3.8 27b 3090", "qwen 3.8 27B 3090", "Qwen3.8-27B 3090", "27b 3090", "qwen3.8:27b 3090"),
        "kimi-k2-1t-a32b": ("kimi k2 epyc 9654", "Kimi-K2-Instruct on epyc genoa", "kimi-k2:1t epyc 9654"),
    },
}  # fmt: skip

NOTHING: Final[dict[str, tuple[str, ...]]] = {
    "quant": ("qwen3 8b on a 4090", "qwen3 32b on a 4090", "q: qwen3 8b on 4090?", "qwen3 8b on an M4", "qwen3 8b on a T4"),
    "devices": ("how fast is qwen3 8b", "qwen3 4b in 4096 context", "qwen3 8b with 4090 tokens of context", "qwen3 8b, 3060 tokens prompt", "deepseek r1 671b", "minimax m2.5 q4", "minimax m2 speed", "what is minimax m3"),
    "context_tokens": ("qwen3 8b on a 4090", "4k gaming on a 4090 and qwen3 8b", "qwen3 8b on a 4090, cost 2000 euro", "qwen3 30b 64gb ram", "qwen3 8b 32gb"),
    "ram_gb": ("qwen3 8b on a 24gb card", "qwen3 8b on a 3060 12gb", "qwen3 8b with 16GB VRAM", "the file is 18GB, qwen3 32b on a 4090"),
    "users": ("qwen3 8b on 2x3090", "qwen3 8b on a 4090 at 64k", "2 con 3090 qwen3 8b"),
    "measured_tok_s": ("how many tok/s does qwen3 8b do on a 4090", "qwen3 8b 4090 tok/s?", "is 20 tok/s possible with qwen3 32b on a 3090"),
    "model": ("what can I run on a 3060 12gb", "which model for 24gb", "how fast is a 4090", "2x3090 or b70?", "m2 or m3 for llms?", "arc b70 vs b60"),
}
