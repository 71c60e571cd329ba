"""The kinds of questions that are understood without a model, and the words that tell them apart."""

from typing import Literal

Kind = Literal[
    "definition",
    "remedy",
    "evidence",
    "count",
    "first",
    "last",
    "between",
    "who",
    "lines",
    "actors",
    "task",
    "answer",
    "outcome",
    "verdict",
    "findings",
    "why",
    "mention",
    "search",
    "blame",
    "sure",
    "errors",
    "tools",
    "checks",
    "spoken",
    "handoffs",
    "duration",
    "usage",
    "timeline",
    "beyond",
]

RULES: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    ("beyond", (
        r"^(please )?(translate|rewrite|write (me )?(a|an) |draw|code)\b",
    )),
    ("duration", (
        r"\bhow long\b(?!.*\b(line|text|message|trace|file|prompt)s?\b)",
        r"\bhow (much time|many (minutes|hours|seconds))\b|\b(duration|elapsed)\b",
        r"\btook the (longest|most time)\b|\bhow (slow|fast)\b",
    )),
    ("usage", (
        r"\b(how many|how much|number of|count)\b.*\b(tokens?|money|cost|dollars)\b|\bwhat did it cost\b",
    )),
    ("sure", (
        r"\bhow (sure|certain|confident|reliable)\b",
        r"\b(really|truly|actually) an? (failure|problem|finding|issue)\b|\b(false (positive|alarm))\b",
        r"\bconfidence\b",
    )),
    ("blame", (
        r"\bblame\b|\bat fault\b|\b(whose|who'?s) (fault|mistake|responsib\w+)\b|\bresponsible\b",
        r"\b(model|agent|environment|tool|prompt)'?s? (fault|mistake)\b",
        r"\b(which|what) agent (failed|broke|caused|messed)\b|\bwas it the\b.*\bor\b|\bfault\b",
    )),
    ("timeline", (
        r"\btimeline\b|\bstep by step\b|\bchronolog\w+|\bsequence of events\b",
        r"\bwalk me through (it|the run|this)\b",
    )),
    ("handoffs", (
        r"\bwho (talk\w*|spoke|speaks?|sp[eo]aks?|hand\w*|report\w*|address\w*) (to|with|off|over)\b.*",
        r"\bhand-?offs?\b|\bto whom\b|\bwho did .* (talk|speak|hand|report) (to|with)\b",
        r"\bhow did (they|the agents) communicate\b",
    )),
    ("tools", (
        r"\b(which|what|list|show|how many|any|did (a|any))\b.*\btools?\b",
        r"\btools? (calls?|that)?.*\b(fail\w*|broke|error\w*)\b",
    )),
    ("errors", (
        r"\b(list|show|all|any|what|which|how many|were there|first|last)\b.*"
        r"\b(errors?|exceptions?|tracebacks?|crash\w*)\b",
        r"\b(errors?|exceptions?|tracebacks?)\b.*\b(were|did|occur\w*|happen\w*|first|last)\b",
        r"\bdid (it|anything|something|the (run|code|program)) crash\b",
    )),
    ("checks", (
        r"\b(any(one|body)|ever|nobody|no ?one|they|it|the (agents?|team|code|tests?|result|output|answer))\b.*"
        r"\b(verif\w+|test(ed|s|ing)?|check(ed|s|ing)?|review(ed|s)?|validat\w+|double-?check\w*)\b",
        r"\bwho (verif\w+|test(ed|s)|check(ed|s)|review(ed|s)|validat\w+)\b|\bwere (there|the) (any )?tests?\b",
    )),
    ("remedy", (
        r"\b(fix|fixed|fixes|remed\w+|prevent\w*|avoid\w*|mitigat\w+|improve\w*|solve[ds]?|repair\w*|help(ed)?)\b",
        r"\bwhat (should|could|can) (we|i|one|they|be) (change|do|done)|\bstricter\b",
        r"\bhow (to|do (i|we)) change\b",
    )),
    ("evidence", (
        r"\b(evidence|proof|prove|how do you know|based on what|what (supports|shows))\b",
    )),
    ("spoken", (
        r"\bhow (often|many times) did \S+.* (speak|talk|act|answer|reply|say (something|anything))\b",
        r"\bhow many (steps|turns|messages|things|actions|calls)\b",
        r"\bwhat (did|does|do|has) (?!the (last|final))\S.*\b(do|does|done|say|said|write|wrote)\??$",
        r"\bwhat is \S+('s)? (role|job|part)\b",
    )),
    ("count", (
        r"\bhow (often|many times|frequently|many)\b|\bcount\b|\bnumber of (times|occurrences|mentions)\b",
    )),
    ("last", (
        r"\blast(ly)? (time|mention\w*|appear\w*|occur\w*|said|use[ds]?|seen)\b|\blatest\b",
        r"\b(mention\w*|appear\w*|said|seen|used) last\b",
    )),
    ("first", (
        r"\bfirst\b|\bearliest\b|\bc[oa]mes? from\b|\borigin\w*\b|\bintroduc\w+\b",
        r"\bwhere did .* (start|begin)\b|\bwho (came up|started) with\b|\bwhere (is|was|does) .* from\b",
    )),
    ("between", (
        r"\bbetween\b|\bwent on\b|\bhappen\w*\b.*\b(after|before|around|near|at|from|since|until)\b",
        r"\b(led|leading|lead) (up )?to\b|\b(right|just|shortly) (after|before)\b",
        r"\bwhat (came|comes|was) (next|before|after)\b",
        r"\b(what|which) .*\b(know|knew|known|see|seen|saw)\b.*\b(at|by|before|until)\b",
    )),
    ("actors", (
        r"\b(which|what|who are|list|name)( are)?( all)?( the)? (agents|actors|participants)\b",
        r"\bwho (took part|is involved|was involved|are the)\b|^agents\??$",
    )),
    ("task", (
        r"\bwhat (was|is) (the|its|their) (task|goal|assignment|question|job|request)\b",
        r"\b(asked|supposed|meant) to do\b|\bwhat('s| is| was)? (this|the) (trace|run|log|file) about\b",
        r"\bwhat did the (user|customer|human) (want|ask|need)\b",
    )),
    ("answer", (
        r"\b(final|last) answer\b|\bwhat did (it|they|the (run|system)) answer\b",
        r"\bwhat (was|is) the (answer|final result|result|output|final output)\b",
        r"\bwhat did (it|they) (return|produce|deliver)\b",
        r"\bwhat did (it|they|the (system|team)) come up with\b|\b(last|final) (message|words|output|result)\b",
    )),
    ("why", (
        r"\b(why|what went wrong|root cause|cause[ds]?|reason|how come|what (broke|failed))\b",
        r"\b(fall|fell|fallen) (apart|over)\b|\b(go|goes|went|gone) (wrong|south|off the rails|sideways)\b",
        r"\bwhat'?s wrong\b",
    )),
    ("who", (
        r"\bwho\b|\bwhich (agent|actor|tool)\b|\bwhose\b|\bby whom\b",
    )),
    ("outcome", (
        r"\b(answer|result|output|solution) (correct|right|wrong|ok|valid)\b|\bcorrect answer\b",
        r"\bdid (they|it|the (agents|team)) (do|finish|complete|deliver|get|solve|succeed|manage)\b",
        r"\btime[ds]? ?out\b",
        r"\b(did|was|has|is) (it|this|the (run|task|system|team))\b.*"
        r"\b(succe\w+|fail\w*|pass\w*|work\w*|completed?|solved|done)\b",
        r"\boutcome\b|\bhow did (it|this|the run) end\b",
    )),
    ("findings", (
        r"\b(which|what|list|show|all)( are)?( all)?( the)? (modes?|failures?|findings?|problems?|issues)\b",
        r"\bsumm?ar\w+\b|\boverview\b|\bwhat happened\??$|\btl;?dr\b|\bwhat did you find\b",
    )),
    ("mention", (
        r"\b(mention\w*|contain\w*|appear\w*|occur\w*|include[ds]?|anything about|anywhere|in the trace)\b",
    )),
)  # fmt: skip
"""What makes a question one of a kind; the first that fits counts."""
PARAPHRASED: tuple[tuple[str, str], ...] = (
    (r"\b(ask\w*|request\w*) (for|any) clarification\b|\bclarif\w+\b|\bask\w* back\b", "FM-2.2"),
    (r"\bassum(e|ed|ing|ption)\b.*\binstead\b", "FM-2.2"),
    (r"\bignor\w+\b|\b(not|n't|never) listen\w*\b", "FM-2.5"),
    (r"\brepeat\w*\b|\bloop\w*\b|\bover and over\b|\bsame (thing|step|call) again\b|\bstuck\b", "FM-1.3"),
    (r"\b(forg[eo]t\w*|lost?|los[ei]ng) (the |their |its )?(context|history|track|what)\b", "FM-1.4"),
    (r"\bforg[eo]t\w*\b", "FM-1.4"),
    (r"\b(stop\w*|end\w*|quit\w*|finish\w*|terminat\w*) (too )?(early|prematurely|soon|before)\b", "FM-3.1"),
    (r"\b(know|knew|notice\w*) when (to stop|it was (done|over))\b|\bwent on (too long|after)\b", "FM-1.5"),
    (r"\b(follow\w*|obey\w*|stick|stuck|respect\w*) (to )?(its|their|the) (role|instructions?|job)\b", "FM-1.2"),
    (
        r"\b(follow\w*|obey\w*|meet|met|violat\w+|break|broke) (the )?(spec\w*|requirements?|constraints?|task)\b",
        "FM-1.1",
    ),
    (r"\b(withh\w+|hid|hide|hiding|kept? (back|to \w+self)|not (share|tell))\b|\bhold(ing)? back\b", "FM-2.4"),
    (r"\boff[- ]?(topic|track|task)\b|\bderail\w*\b|\bdrift\w*\b", "FM-2.3"),
    (r"\b(start\w*|began|begin) (over|again|anew)\b|\brestart\w*\b|\breset\w*\b", "FM-2.1"),
    (r"\bsaid one thing\b|\bdid(n't| not) do what (it|they|he|she) (said|planned)\b", "FM-2.6"),
    (r"\b(contradict|mismatch)\w*\b", "FM-2.6"),
)
"""Plain words for a mode, where a question asks whether it happened."""
