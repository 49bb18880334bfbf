"""Words from which the house makes names: for players who have none yet, and for tables."""

from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ADJECTIVES: Final = _words(
    """
    amber bold brave bright brisk calm clever cosy crimson curious dapper deft eager early fair
    fleet gentle glad golden happy honest humble jolly keen kind late lively lucky mellow merry mild
    misty mossy nimble noble patient plucky polite proud quick quiet rapid ready rosy rustic sandy
    shy silent silver sleepy sly snowy steady still sunny swift tidy warm wily wise witty young
    zesty
    """
)

ANIMALS: Final = _words(
    """
    badger bear beaver bee bison crane crow deer dove duck eagle elk falcon ferret finch fox frog
    goose hare hawk hen heron horse ibis jackdaw jay kite lark lynx magpie marten mole moose moth
    mouse newt otter owl pony quail rabbit raven robin seal shrew snail sparrow squirrel stag stoat
    stork swan swift thrush toad trout vole walrus weasel wolf wren
    """
)

THINGS: Final = _words(
    """
    acorn alder anchor apple ash barrel basket beacon bellows birch bramble bridge candle castle
    cedar chestnut clover copper cottage cricket daisy ember fern fiddle flint forest garden gate
    ginger hazel hearth heather holly honey ivy juniper kettle lantern laurel lilac lime maple
    meadow mill mint moon nettle oak olive orchard pepper pine plum poppy quill raven reed river
    rowan rye saffron sage spruce star tavern thistle thyme tulip willow
    """
)

RESERVED: Final = _words(
    """
    bot you me host house server admin administrator root system operator moderator mod guest
    spectator watcher nobody none everyone all inglenook dealer staff official
    """
)
"""Nobody may go by these: they would pass for the house, or for everybody."""

LOOK_ALIKES: Final = _words(
    """
    аa вb ьb еe іl јj кk мm нh оo рp сc ѕs тt уy хx ԁd ԛq ԝw
    αa βb γy εe ηn ιl κk νv οo ρp τt υu χx
    0o 1l il |l
    """
)
"""Pairs: a letter (Cyrillic, Greek, digits; after case folding) and the Latin one that it passes for."""
