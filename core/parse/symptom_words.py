"""The words in which people tell what they see, in English, German and Vietnamese.

Every word stands without diacritics and in lower case: `core.parse.symptoms` folds the text the
same way. A tag groups the words that say one thing; a rule makes a hint of one tag, or of two
tags that stand close to each other.
"""

from typing import Final

CAUSES: Final = frozenset(
    {
        "partial_offload",
        "cpu_only",
        "sysmem_spill",
        "context_memory",
        "kv_growth",
        "threads",
        "ram_bandwidth",
        "numa",
        "laptop_gpu",
        "old_gpu",
        "engine_regression",
        "engine_choice",
        "driver",
        "power_thermal",
        "vram_in_use",
        "model_size",
        "moe_kernels",
        "prefill",
        "aggregate",
        "sample",
        "comparison",
        "speculative",
        "link",
        "sampling_overhead",
        "normal",
    }
)
"""The causes that a diagnosis can name."""

TAGS: Final[dict[str, str]] = {
    "gpu": "gpu graka grafikkarte grafikchip card cards vga cuda rocm vulkan igpu karte",
    "cpu": "cpu prozessor cpus",
    "gpu_use": "utilisation utilization util auslastung",
    "vram": "vram videospeicher grafikspeicher",
    "in_all": "total gesamt",
    "available": "available free verfugbar frei",
    "idle": (
        "idle idles idling unused barely hardly empty bored untatig leerlauf kaum ungenutzt "
        "langweilt leer ranh rong nothing nichts underutilized underutilised"
    ),
    "none": "0 0% zero",
    "low": "low little niedrig gering wenig thap it only nur just chi",
    "busy": "pegged maxed pinned glows full busy rennt 100% 99% 98% hochtouren",
    "full": "full maxed voll day fills filled 100% 99%",
    "not_used": "ignores ignored ignoriert ignoring unused",
    "context_word": "context ctx kontext kontextlange",
    "desktop_card": "desktop desktops",
    "plug": "plugged unplugged charger netzteil steckdose",
    "xmp": "xmp expo jedec",
    "raise": "raise raised raising increase increased set setting erhoht hochgestellt tang",
    "shared": "shared gemeinsam gemeinsamer gemeinsamem gemeinsamen geteilter geteilt",
    "memory": "memory speicher mem ram gpu vram gb bo",
    "spill": (
        "spill spills spilled spilling spillover swapped swapping swap auslagern ausgelagert "
        "auslagerung overflow overflows overflowing uberlauf tran"
    ),
    "slow": (
        "halves halved slow slower slows slowly slowdown sloe crawl crawls crawling drops "
        "drop dropped drop-off degrades degrade sinks langsam langsamer langsame einbricht "
        "bricht sinkt lahm schleicht cham giam tut tuot fall falls fell falling ends tanks "
        "tank ages"
    ),
    "drop": (
        "halves halved drops drop dropped einbricht bricht sinkt sinks tut tuot fall falls "
        "fell giam tanks ends"
    ),
    "longer": "longer deeper grows growing langer tiefer wachst dai filled",
    "chat": (
        "chat chats conversation conversations context ctx kontext unterhaltung gesprach "
        "dialog history verlauf depth hoi thoai"
    ),
    "update": (
        "pull update updated updating updates upgrade upgraded upgrading regression "
        "aktualisiert aktualisierung downgrade downgraded rollback"
    ),
    "build": "build builds version versions release releases commit driver",
    "before": "before earlier previously fruher vorher truoc ago",
    "after": "after since seit nach sau new newer neue neuen neuer",
    "windows": "windows win10 win11 win wddm wsl wsl2",
    "linux": "linux ubuntu debian fedora arch",
    "wsl": "wsl wsl2",
    "virtual": "vm proxmox passthrough esxi hyper-v kvm lxc vps",
    "docker": "docker container podman",
    "laptop": "laptop laptops notebook notebooks mobile xach mobil thinkpad",
    "numa": "numa numactl sockets",
    "dual": "dual two 2x zwei hai 2",
    "socket": "sockel socket sockets epyc xeon genoa cpus milan rome turin epycs xeons",
    "channel": (
        "channel channels dimm dimms stick sticks slot slots riegel kanal kanale einkanal "
        "single-channel dual-channel speicherkanal khe mbw"
    ),
    "bandwidth": "bandwidth bandbreite mbw",
    "threads": "-t threads thread --threads cpu_infer nthreads n_threads luong",
    "cores": "cores core kerne kernen nhan",
    "power": "watt watts power-limit powerlimit drossel drosselt drosselung",
    "throttle": (
        "fan fans lufter quat throttle throttles throttling throttled thermal thermals "
        "overheat overheating overheats hot heiss nong clocks downclock downclocks "
        "undervolted p8"
    ),
    "mode": (
        "saver sparmodus energiesparen powersave powersaver eco silent battery akku pin batterie"
    ),
    "draft": (
        "draft drafting speculative speculation spec-decoding mtp ngram n-gram eagle eagle3 "
        "medusa dflash entwurfsmodell spekulativ spekulative spekulatives nextn"
    ),
    "other_app": (
        "chrome browser firefox game games gaming spiel comfyui whisper obs stable-diffusion "
        "compositor jellyfin plex transcoding"
    ),
    "open": "loaded open running also offen lauft nebenbei background hintergrund mo",
    "wait": "ttft ttft? prefill prefil pp prompt-processing promptverarbeitung tgtt",
    "prompt": "prompt prompts input eingabe promt",
    "processing": "processing eval verarbeitung process reading xu evaluation",
    "many": (
        "concurrent concurrency parallel parallele batch batched users nutzer benutzer "
        "clients streams requests anfragen simultaneous aggregate gleichzeitig"
    ),
    "others": (
        "chart charts benchmark benchmarks calculator calc rechner claims claimed reddit tool "
        "estimate estimates site everyone people others buddy friend youtube blog table "
        "leaderboard advertised andere kumpel leute freund kollege website readme video "
        "review tabelle nguoi ban"
    ),
    "get": (
        "get gets getting say says does has claim report reports bekommen bekommt hat haben "
        "schafft bao"
    ),
    "link": (
        "pcie pci-e riser oculink usb4 thunderbolt egpu nvlink infiniband ethernet 10gbe "
        "25gbe multi-node multinode rdma rpc x1 x4 network netzwerk 1gbe wifi wlan mang"
    ),
    "riser": "riser risers x1 usb4 thunderbolt egpu wifi wlan 1gbe",
    "parallel_split": "tp tp2 tp4 tp8 tensor-parallel tensor_parallel row allreduce all-reduce",
    "host": (
        "transformers huggingface hf torchchat textgen oobabooga webui sampler sampling "
        "python guidance outlines grammar logits enforce-eager eager"
    ),
    "disk": "hdd nvme ssd disk platte festplatte mmap rpm paging pagefile",
    "driver": "driver drivers treiber rebar resizable bios kernel gtt dkms hags adrenalin amdgpu",
    "offload_word": (
        "offload offloaded offloading ngl -ngl num_gpu n-gpu-layers gpu-layers n_gpu_layers"
    ),
    "raise_ctx": "num_ctx --ctx-size -c max_model_len --max-model-len n_ctx kv cache kv-cache",
    "precision": "unquantized unquantised unquantisiert fp32 f32 float32 full-precision",
    "moe": "moe expert experts experten",
    "engine": (
        "ollama llama.cpp llamacpp lcpp lmstudio vllm sglang exllama exllamav2 mlx tgi "
        "tabbyapi koboldcpp llama-server llama-cli mlc ktransformers hf transformers "
        "torchchat lms rocm vulkan cuda sycl hip ipex"
    ),
    "than": "than als vs hon versus gegenuber instead statt while",
    "faster": "faster schneller nhanh quicker fast",
}
"""Words by what they say. A word may stand under several tags."""

RULES: Final[tuple[tuple[str, str, str, int], ...]] = (
    ("gpu_unused", "gpu", "not_used", 5),
    ("gpu_idle", "gpu", "idle", 4),
    ("gpu_idle", "gpu", "none", 3),
    ("cpu_busy", "cpu", "busy", 3),
    ("gpu_idle", "gpu", "low_percent", 4),
    ("vram_full", "vram", "full", 5),
    ("vram_low", "vram", "low", 4),
    ("sysmem_spill", "shared", "memory", 3),
    ("sysmem_spill", "spill", "memory", 4),
    ("gpu_idle", "gpu_use", "low", 3),
    ("low_power", "watts", "low", 2),
    ("kv_growth", "drop", "depth_k", 9),
    ("kv_growth", "slow", "longer", 6),
    ("kv_growth", "slow", "chat", 6),
    ("engine_regression", "after", "update", 4),
    ("engine_regression", "before", "update", 4),
    ("engine_regression", "before", "build", 4),
    ("engine_regression", "after", "build", 3),
    ("numa", "dual", "socket", 3),
    ("ram_bandwidth", "channel", "memory", 5),
    ("threads", "threads", "cores", 8),
    ("vram_in_use", "other_app", "open", 3),
    ("vram_in_use", "in_all", "available", 5),
    ("prefill", "prompt", "processing", 2),
    ("prefill", "prompt", "slow", 3),
    ("says_prompt_speed", "prompt", "rate", 2),
    ("comparison", "others", "get", 3),
    ("comparison", "others", "faster", 4),
    ("says_second_card", "gpu", "faster", 3),
    ("engine_choice", "engine", "than", 4),
    ("engine_choice", "engine", "faster", 4),
    ("speculative", "draft", "draft", 0),
    ("raised_context", "raise_ctx", "slow", 9),
    ("raised_context", "raise_ctx", "raise", 3),
    ("raised_context", "raise", "context_word", 4),
    ("laptop_gpu", "laptop", "others", 12),
    ("laptop_gpu", "laptop", "than", 8),
    ("laptop_gpu", "laptop", "desktop_card", 10),
    ("aggregate", "many", "total", 8),
    ("context_memory", "raise_ctx", "on_cpu", 12),
    ("context_memory", "raise_ctx", "all_on_cpu", 16),
)
"""(hint, tag, other tag, how many words apart at most)."""

ALONE: Final[dict[str, str]] = {
    "draft": "speculative",
    "wait": "prefill",
    "numa": "numa",
    "throttle": "power_thermal",
    "power": "power_thermal",
    "mode": "power_thermal",
    "spill": "sysmem_spill",
    "precision": "full_precision",
    "long_context": "says_long_context",
    "no_flash": "no_flash",
    "no_gpu": "no_gpu",
    "all_on_cpu": "all_on_cpu",
    "all_on_gpu": "all_on_gpu",
    "threads": "says_threads",
    "laptop": "says_laptop",
    "link": "says_link",
    "riser": "link",
    "plug": "power_thermal",
    "xmp": "ram_bandwidth",
    "unused": "gpu_unused",
    "parallel_split": "says_tensor_parallel",
    "many": "says_many",
    "total": "says_total",
    "host": "says_host",
    "disk": "says_disk",
    "driver": "says_driver",
    "channel": "says_channels",
    "vram_free": "vram_free",
    "windows": "says_windows",
    "linux": "says_linux",
    "wsl": "says_wsl",
    "virtual": "says_virtual",
    "docker": "says_docker",
    "second_card": "says_second_card",
    "moe": "says_moe",
    "several_engines": "says_several_engines",
    "ps": "says_ps",
    "raise_ctx": "says_context_size",
    "offload_word": "says_offload",
    "update": "says_update",
    "update_vi": "says_update",
    "others": "says_others",
}
"""Tags that are a hint wherever they stand; ``says_…`` is a mention and no more."""
