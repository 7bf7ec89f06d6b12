"""The Discord front end: payloads become `Incoming`, answers become embeds and components."""
