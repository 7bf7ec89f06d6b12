"""English: the terminal's own words."""

PHRASES: dict[str, str] = {
    "terminal.feel.title": "{rate:bits} tok/s: {feel:name}. Ctrl-C stops.",
    "terminal.feel.done": "{count:int} tokens in {time:seconds}.",
    "terminal.more": "--why shows the math.",
    "terminal.sample": "A language model writes one token after the other, and for each of them it reads all of its active weights from memory. That is why the speed you are watching right now depends on memory bandwidth and on hardly anything else. A token is about three quarters of an English word, sometimes a whole one, sometimes a comma. People read five to ten of them a second. If this text runs ahead of your eye, the speed is fine for chat. If you catch yourself waiting for the next word, it is not, and a smaller quant, a mixture of experts, or a card with more bandwidth would help. For code it is different again: nobody reads every bracket, so faster is simply better, and a model that thinks for two thousand tokens before it answers makes every slow second count twice.",
}
