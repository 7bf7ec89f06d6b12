"""What is said about models that were read from a model hub or a file."""

PHRASES: dict[str, str] = {
    "hub.read.header": "{repository:name}: read from its header.",
    "hub.read.config": "{repository:name}: read from its config.json.",
    "hub.read.file": "{repository:name}: read from the file's own header.",
    "hub.sizes": "Some file sizes listed in {repository:name} cannot be true, so I reckon those from the dimensions.",
    "hub.mtp": "It carries multi-token prediction layers ({share:percent} of its size); plain decoding does not read them.",
    "hub.missing": "I found no {repository:name} on the hub, so I go by what I know of the name.",
    "hub.gated": "{repository:name} is not there or needs a login, so I could not read it and go by what I know of the name.",
    "hub.busy": "The hub asks me to slow down, so I could not read {repository:name} just now.",
    "hub.slow": "The hub took too long, so I could not read {repository:name} just now.",
    "hub.unreachable": "I could not reach the hub, so {repository:name} is unread.",
    "hub.unreadable": "What the hub sent for {repository:name} is damaged or too large, so I left it out.",
    "hub.elsewhere": "The hub keeps {repository:name} on another host, where I do not follow.",
    "hub.no_model": "I found no language model that I can read in {repository:name}.",
    "hub.address": "HOWFAST_HUB is no address I may use: give https://host, or http:// on this machine.",
    "hub.reading": "I am still reading {repository:name}; ask again in a moment for its exact numbers.",
}
