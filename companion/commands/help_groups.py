"""Groups and examples in the help of `companion`."""

from collections.abc import Mapping

from rules.cli.grouped_help import Groups

COMMAND_GROUPS: Groups = {
    "Play": ("referee", "replay", "demo"),
    "Ask and check": ("rules", "scan"),
    "Set up a camera": ("plan", "doctor", "read"),
}
OPTION_GROUPS: Mapping[str, Groups] = {
    "referee": {
        "Table": ("source", "manifest", "lang"),
        "Match": ("deck", "setting", "first", "name", "opponent", "hints", "tutorial"),
        "Page": ("page", "browser", "port", "lan"),
        "Log and resume": ("log", "keep", "resume", "correct", "record", "record_secrets"),
        "Output": ("json",),
        "Tests": ("seed", "max_seconds"),
    },
    "replay": {
        "Check": ("verify", "rejudge", "analyse", "salvage"),
        "Page": ("page", "browser", "port"),
        "Files": ("text", "sheet", "video", "name", "lang"),
        "Bug report": ("bundle", "manifest", "pictures", "secrets"),
        "Output": ("json",),
    },
    "rules": {
        "Search": ("game", "lang", "limit", "history"),
        "A card": ("card", "show", "manifest"),
        "A move": ("log", "event", "position", "may", "setting"),
        "Output": ("json",),
    },
    "scan": {
        "Deck": ("manifest", "deck_rules", "setting", "wanted", "owner", "everything"),
        "Result": ("save", "no_save", "again"),
        "Page": ("page", "browser", "port", "lan"),
        "Output": ("lang", "json", "events", "quiet", "max_seconds"),
    },
}
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "program": (
        "companion referee                               choose everything on a page",
        "companion referee yggdrasil --source mouse      play on the page, without paper",
        'companion rules "can I attack the root?"        ask the rules',
        "companion scan my-deck.txt                      check a deck list",
    ),
    "demo": ("companion demo", "companion demo jiguan --lang ja"),
    "doctor": ("companion doctor 0 --watch", "companion doctor --list"),
    "plan": ("companion plan yggdrasil", "companion plan spherion --camera 4k --fov 90"),
    "read": (
        "companion read table.jpg --manifest out/yggdrasil-cards-orchard-hunt-en.manifest.json",
    ),
    "referee": (
        "companion referee                               choose everything on a page",
        "companion referee yggdrasil --source mouse      play on the page, without paper",
        "companion referee yggdrasil --source 0 --lan    a webcam; phones may join",
        "companion referee --resume --log out/matches/match.jsonl",
    ),
    "replay": ("companion replay out/matches/match.jsonl --page",),
    "rules": (
        'companion rules "can I attack the root?" --game yggdrasil',
        "companion rules YGG-6.4",
        'companion rules --card "Storm Crown"',
    ),
    "scan": (
        "companion scan 0                                deal the cards under the camera",
        "companion scan my-deck.txt                      check a deck list",
    ),
}
