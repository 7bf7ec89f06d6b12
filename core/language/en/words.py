"""Words to read in English: what shows an intent, a comparison, a count."""

from typing import Final

CUES: Final[dict[str, str]] = {
    "diagnose": (
        "squeeze more|get more out of|half the speed|how do i get|how do i make|how can i make|go up|speed it up|slower than|lands mostly|lands in|goes to cpu|go to cpu|though vram is free|even with full offload|collapses|is crawling|sloe|headroom|what am i doing wrong|crashes|slow|slower|slowly|so slow|too slow|why is mine|crawl|crawls|crawling|crawled|is that normal|is this normal|normal|"
        "what am i missing|what's wrong|whats wrong|something wrong|wrong|is mine broken|broken|bug|stuck at|stuck|"
        "expected|am i doing|did i set|only getting|i only get|i get only|getting|i'm getting|im getting|only get|"
        "should be faster|should be|supposed|far below|well below|way less|less than|struggling|takes forever|forever|"
        "ages|never faster|drops to|dropped|falls to|falls|fell|regression|after update|after the update|after updating|"
        "meh|do i have a problem|fix|seems low|kinda low|low|weird|anomaly|tops out|any ideas|ideas|wtf|hangs|"
        "underperforming|bad performance|poor performance|bottleneck|not using|doesn't use|does not use|isn't using|"
        "barely used|barely|gpu util|utilization|max i saw|nice or|legit|believable|real or|good or bad|"
        "is that it|does that sound right|sound right|sane|is that ok|is this ok|is that good|is it ok|too low|so low|disappointing"
    ),
    "explain": (
        "double the speed|twice as fast|twice the speed|do two|does a second|are two|does the pcie|what does|can it be|hurt|does the|drag|eli5|does it hurt|no sense|so same speed|same speed right|is it just because|why|how come|explain|what does|what is the difference|difference between|how does|does it matter|matter|"
        "what do you mean|what is|what's a|whats|means|is it true|understand|supposed to|behaves|shouldn't|"
        "does nvlink|do i need nvlink|pcie|how can|where does|how is it possible|isn't it|cost tokens|wasted|makes sense|make sense"
    ),
    "fit": (
        "could i do|oom|out of memory|partial offload|options|any options|list the vram|any way for|requirements for|or can it be less|be better for|would that run|run it|can i run it|would it run|does the 20b run|run on one|which recipe fits|is capacity|usable|fit|fits|fit in|does it run|can i run|can my|can it run|run on|will it run|runs on|possible|enough|"
        "able to|how big|how much context|max context|largest context|what context|how many layers|how much vram|"
        "is it doable|doable|handle|work on|work with|works on|works with|stay in vram|squeeze|yes or no|can a|can i|can you run|will"
    ),
    "speed": (
        "how fast|speed|toks/s|tk/s|tks|t/sec|token/s|tok/sec|tokens/sec|tokens/second|how many tokens|how many token|what speed|tok/s|t/s|tps|tokens per second|tokens/s|tokens per sec|toks|how quick|realistic|what can i expect|"
        "expect|performance|throughput|how slow|fast|generation speed|estimate|ballpark"
    ),
    "compare": (
        "vs|versus|compare|compared|compared to|comparison|or should i|faster than|which is faster|which one|better than|"
        "better|instead of|difference|rather than|against|over a|worth it|upgrade from|which is better"
    ),
    "ttft": (
        "need to read|take to read|takes to read|to process a|to process the|take to process|to chew through|ingest|how long do i stare|stare at nothing|how long does the prompt|read the prompt|prompt processing on|how long to read|ttft|time to first token|first token|time to first|before it starts|before it answers|prompt processing|prefill|"
        "prompt eval|how long until|how long before|how long does it take to read|pp speed|until it starts|before the first word|first word"
    ),
    "concurrency": (
        "concurrent|concurrently|concurrency|users|how many users|people at the same time|how many people|simultaneous|"
        "simultaneously|parallel requests|at once|batch|batching|aggregate|multi user|serve|serving|team of|at the same time"
    ),
    "recommend_quant": (
        "which quant|smaller quant|bigger quant|lower quant|higher quant|better quant|what quant|best quant|which quantization|what quantization|q4 or q5|q5 or q6|which q|highest quant|"
        "biggest quant|quant should|quant to|what quants|any quants|which gguf|which file|what bit"
    ),
    "recommend_model": (
        "what can it run|what will it run|what can that run|what can this run|what would fit|what fits|what else fits|what could it run|recommend me|recommend something|suggest something|suggest me|biggest moe|largest moe|best moe|best small|fastest model|fastest moe|best local|biggest dense|which coding model|better choice|coding model|something fast|smth fast|gimme|give me something|models could i run|larger models|bigger models|what can i do with|anything faster|what else can i run|which model|what model|best model|what can i run|what could i run|what should i run|model for|models for|recommend a model|"
        "biggest model|largest model|best llm|which llm|what llm|what models|which models|good model|model recommendation|"
        "what to run|what runs|anything useful|anything good|best coding model|suggest a model|suggestions"
    ),
    "recommend_hardware": (
        "cheapest way|cheapest setup|best way to run|cheapest hardware|minimum vram|what hw|which hw|what pc|what rig|optimal cpu|optimal gpu|which gpu|what gpu|what hardware|which hardware|should i buy|buy|buying|upgrade|upgrading|which card|what card|"
        "what do i need|how much vram do i need|build|what machine|which mac|what mac|what would i need|hardware for|hardware to|"
        "rig for|need to run|budget|get a|invest|purchase|worth buying|minimum|which one should i get|next card|what setup"
    ),
    "measure": (
        "how can i see|how can i check|how can i measure|where can i see|how do you even calculate|how do you calculate|how is tokens|measure|benchmark it|how do i benchmark|how to benchmark|how do i test|how can i test|how do i check my|"
        "how to measure|check my speed|see my speed|show tokens|how do i see|where do i see|print tokens|llama-bench how"
    ),
    "feel": "ok for chatting|okay for chatting|fine for chatting|for chatting ok|fast enough for|good enough for|ok for chat|okay for chat|enough for chat|slow to read|pleasant|annoying|fine to use|usable|feel like|feel|feels like|feels|readable|what is it like|reading speed|comfortable to read|look like",
    "target": "need|want|target|at least|goal|minimum|hope|hoping|aim|realistic|reach|to get|get to|is it possible to get|require",
    "other": (
        "says|said|estimates|estimate|estimated|predicts|predicted|tool|benchmark|benchmarks|chart|table|others|other people|people|everyone|buddy|friend|video|youtube|claims|claim|claimed|"
        "expected|expect|should|used to|before|was|advertised|you get|reported|readme|someone|they get|theory|previously|"
        "yesterday|guy|blog|reddit|website|calculator|promised|supposed|could|would"
    ),
    "slow_prompt": "prompt takes|paste",
    "hardware_change": "with two|with 2|second|another|add",
    "aside": "weather|recipe|game|games|gaming|movie|nba|football|stock|speech|rendering|render|fps|homework|poem",
    "offtopic": (
        "black screen|coil whine|psu|furmark|degrees|hashrate|earnings|video on|of video|minutes of audio|per image|per img|image edit|images per second|to lora|a lora|loras|fine tunes|finetune|fine-tune|finetuning|fine-tuning|fine tune|fine tuning|lora|qlora|grpo|rlhf|dpo|training|train|trained|epochs|epoch|"
        "stable diffusion|sdxl|flux|comfyui|wan 2|wan2|ltx|krea|krea2|flux2|flux1|wan22|sd15|sd3|hidream|z image|image generation|video generation|text to image|img2img|"
        "it/s|s/it|whisper|tts|text to speech|voice|basecalling|per 1k tokens|api price|api cost|pricing|per million tokens|"
        "openai api|chatgpt plus|subscription|claude code|rate limit|mining|hashrate|"
        "tell me a joke|"
        "jax|robotics|genomics|protein|alphafold|blender|premiere|cyberpunk|bitcoin|crypto"
    ),
}
COUNTS: Final = {"one": 1, "two": 2, "dual": 2, "twin": 2, "pair": 2, "three": 3, "triple": 3, "four": 4, "quad": 4, "six": 6, "eight": 8, "both": 2, "single": 1}  # fmt: skip
USUAL: Final = frozenset(
    "be been me we they so if but from by just only there when which much many should than about would your one am these those the is are was do does did i you it my on at with how what why can will would and or for to of in a an not any this that get run running have has card".split()
)
