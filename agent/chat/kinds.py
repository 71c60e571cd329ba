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
    "compare",
    "trace",
    "coverage",
    "limits",
    "secrets",
    "plan",
    "told",
    "ending",
]

COMPARES = r"\b(compar\w+|diff|differ\w*|(the )?same as|identical|versus|vs)\b"
"""What is asked of two places, two findings or two modes."""
SIDE = (
    r"(after|before|around|since|until|till|following|near|past|leading (up )?to) (the )?"
    r"(lines? |l|events? |steps? |f)\d"
)
"""A place in the trace, and the side of it that is meant."""

RULES: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    ("beyond", (
        r"^(please )?(translate|rewrite|write (me )?(a|an) |draw|code)\b",
    )),
    ("coverage", (
        r"\bmodes?\b.*\b(not|n't|un)[ -]?(assess|judg|check|cover|look)\w*|\bunassessed\b|\bcoverage\b",
        r"\byou\b.*\b(not|can't|cannot|couldn't|didn't|never)\b.*\b(check|see|tell|assess|judge|read|look|do|know|answer)\w*",
        r"\b(can't|cannot|couldn't|didn't|could not|did not|can not) you\b|\bwhat can you (do|answer|tell)\b",
        r"\bhow much (of (it|the trace|this) )?(was|did you|have you) (read|covered|checked)\b",
    )),
    ("trace", (
        r"\bhow (big|large|long) is (the|this) (trace|log|file)\b",
        r"\bhow many (lines|events|records|bytes)\b(?!.*\b(mention|contain|hold|say|have the|with|about|fail)\w*\b)",
        r"\b(what|which) (format|framework|kind of (trace|log|file))\b|\bwhat is (this|the) file\b",
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
        r"\bconfidence\b|\b(evidence|speaks?|anything|argu\w+) against\b|\bcounter-?evidence\b",
        r"\b(contradict|refute|disprove)s?\b.*\bf\d",
    )),
    ("blame", (
        r"\bblame\b|\bat fault\b|\b(whose|who'?s) (fault|mistake|responsib\w+)\b|\bresponsible\b",
        r"\b(model|agent|environment|tool|prompt)'?s? (fault|mistake)\b",
        r"\b(which|what) agents? (failed|broke|caused|messed|screwed|is wrong)\b|\bwas it the\b.*\bor\b|\bfault\b",
        r"\bwho (screwed|messed|fucked|goofed|blew|ruined|broke|failed|got it wrong|dropped the ball)\b",
        r"\bwho made (the|a|that) (\w+ )?(mistake|error)\b|\bweakest (link|agent)\b",
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
        r"\btools? (calls?|that)?.*\b(fail\w*|broke|error\w*)\b|\bcalls? (that )?(fail\w*|broke)\b",
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
        r"\b(result|output|answer|code|work|fix|patch)\b.*\b(verified|tested|checked|reviewed|validated)\b",
        r"\b(no|any|enough|without|missing|lack of|which|what) (tests?|testing|verification|reviews?|checks)\b"
        r"(?! (fail|tool))",
    )),
    ("remedy", (
        r"^(?!(did|does|was|were|has|have|who|when|where)\b).*"
        r"\b(fix|fixed|fixes|remed\w+|prevent\w*|avoid\w*|mitigat\w+|improve\w*|solve[ds]?|repair\w*|help(ed)?)\b",
        r"\bwhat (should|could|can|would|must) (we|i|you|one|they|be)( \w+)? (change|do|done|improve|tweak|tune)\w*",
        r"\bhow (to|do (i|we)) change\b|\bstricter\b|\bwhat should\b|\bwhat if\b",
        r"\b(stronger|better|bigger|larger|smarter|another|different) (model|llm|prompt|agent|spec\w*|verifier)\b",
        r"\b(could|would|might)\b.*\b(caught|catch|stopped|saved|detected|made a difference|changed (anything|the))\b",
    )),
    ("evidence", (
        r"\b(evidence|proof|prove|how do you know|based on what|what (supports|shows))\b",
    )),
    ("actors", (
        r"\bhow many (agents|actors|participants|llms)\b",
    )),
    ("told", (
        r"\b(what|which) ((system )?prompt|instructions?|orders?)\b|\bsystem (prompt|message)\b(?!.*\byour\b)",
        r"\bwhat (was|were) \S.* (told|instructed|ordered)\b|\bwho (told|instructed|ordered)\b",
        r"\bwhat did \S+ (tell|instruct|order) \S+",
    )),
    ("ending", (
        r"\blast (thing|step|action|event|act|line|move)s?\b|\b(at|go to|show)( me)? the( very)? end\b",
        r"\b(last|final) (agent|speaker)\b|\bwho (spoke|talked|acted|wrote|went) last\b",
        r"\bend of (the |this )?(trace|run|log|conversation)\b|\bwhere did (it|the run|they) (stop|end)\b",
    )),
    ("plan", (
        r"\bwhat (was|is|were) (the|their|its|\S+'s) plans?\b|\bshow( me)? (the|its|their|every|all) plans?\b",
        r"\b(the|their|its) plan\b.*\bchang\w+|\bre-?plan(s|ned|ning)?\b|\bhow many plans\b",
        r"\bwho (made|wrote) the plan\b",
    )),
    ("spoken", (
        r"\bhow (often|many times) did \S+.* (speak|talk|act|answer|reply|say (something|anything))\b",
        r"\bhow many (steps|turns|messages|things|actions|calls)\b",
        r"\bwhat (did|does|do|has) (?!the (last|final))\S.*\b(do|does|done|say|said|write|wrote)\??$",
        r"\bwhat is \S+('s)? (role|job|part)\b",
        r"\bwhat (did|does|do|has) (?!the (last|final))\S.*\b(do|does|done|say|said|write|wrote) " + SIDE,
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
        r"\b(where|when) (did|does|was|were) .* (start|begin|come up|show up)\b|\bwho (came up|started) with\b",
        r"\bwhere (is|was|does) .* from\b",
        r"\b(at (what|which) (point|line|step|event)|when|where)\b.*"
        r"\b(wrong|off|south|sideways|bad|derail\w*|haywire)\b",
    )),
    ("between", (
        r"\bbetween\b|\bwent on\b|\bhappen\w*\b.*\b(after|before|around|near|at|from|since|until)\b",
        r"\b(led|leading|lead) (up )?to\b|\b(right|just|shortly) (after|before)\b",
        r"\bwhat (came|comes|was) (next|before|after)\b",
        r"\b(what|which) .*\b(know|knew|known|see|seen|saw)\b.*\b(at|by|before|until)\b",
        r"^(?!why\b|.*\b(who|caused?)\b).*\b" + SIDE,
    )),
    ("actors", (
        r"\b(which|what|who are|list|name)( are)?( all)?( the)? (agents|actors|participants)\b",
        r"\bwho (took part|is involved|was involved|are the)\b|^agents\??$",
        r"\b(most|least) (active|busy|talkative|work|words|messages|events)\b",
        r"\b(did|spoke|talked|wrote|said|worked) the (most|least)\b",
    )),
    ("limits", (
        r"\b(ran?|run|running|runs) (out of|into)\b.*"
        r"\b(budgets?|tokens?|time|memory|context|limits?|steps|turns|money|quota)\b",
        r"\b(hit|hits|reach\w*|exceed\w*|over)\b.*\b(limits?|max\w*|budget|timeout|quota|context)\b",
        r"\b(rate|token|time|turn|step|context) limits?\b|\bcontext (window|length)\b|\btime[ds]?[ -]?outs?\b",
        r"\bwas (it|the run|this) (cut|killed|aborted|interrupted|stopped)\b",
    )),
    ("secrets", (
        r"\b(any|leak\w*|expos\w+|contain\w*|hold|hide|hidden)\b.*"
        r"\b(secrets?|passwords?|(api[ -]?|private )?keys?|credentials?|pii|personal data)\b(?!.*\bwords?\b)",
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
        r"\bwhat'?s wrong\b|\b(explain|describe|elaborate on|tell me( more)? about|what (is|does)) f\d",
        r"\b(most|worst|biggest|main|key|single)\b.*\b(findings?|failures?|problems?|issues?|mistakes?)\b",
        r"\b(finding|failure|problem|issue|mistake)s?\b.*\b(most|worst|biggest|first place)\b",
    )),
    ("who", (
        r"\bwho\b|\bwhich (agent|actor|tool)\b|\bwhose\b|\bby whom\b",
    )),
    ("outcome", (
        r"\b(answer|result|output|solution) (correct|right|wrong|ok|valid)\b|\bcorrect answer\b",
        r"\bdid (they|it|the (agents|team)) (do|finish|complete|deliver|get|solve|succeed|manage)\b",
        r"\b(did|was|has|is) (it|this|the (run|task|system|team))\b.*"
        r"\b(succe\w+|fail\w*|pass\w*|work\w*|completed?|solved|done)\b",
        r"\boutcome\b|\bhow did (it|this|the run) end\b",
    )),
    ("findings", (
        r"\b(which|what|list|show|all)( are)?( all)?( the)? (modes?|failures?|findings?|problems?|issues)\b",
        r"\bsumm?ar\w+\b|\boverview\b|\bwhat happened\??$|\btl;?dr\b|\bwhat did you find\b",
        r"\b(deal|gist|story)\b|\btell me about (it|this|the (run|trace))\b|\bwhat('s| is) (going on|up)\b",
    )),
    ("mention", (
        r"\b(mention\w*|contain\w*|appear\w*|occur\w*|include[ds]?|anything about|anywhere|in the trace)\b",
    )),
)  # fmt: skip
"""What makes a question one of a kind; the first that fits counts."""
PARAPHRASED: tuple[tuple[str, str], ...] = (
    (r"\b(ask\w*|request\w*) (for|any) clarification\b|\bclarif\w+\b|\bask\w* back\b", "FM-2.2"),
    (r"\bask(s|ed|ing)? (the |a |back to the )?(user|human|customer|anyone|anybody|someone|somebody)\b", "FM-2.2"),
    (r"\bassum(e|ed|ing|ption)\b.*\binstead\b", "FM-2.2"),
    (r"\bignor\w+\b|\b(not|n't|never) listen\w*\b", "FM-2.5"),
    (r"\brepeat\w*\b|\bloop\w*\b|\bover and over\b|\bsame (thing|step|call) again\b|\bstuck\b", "FM-1.3"),
    (r"\b(forg[eo]t\w*|lost?|los[ei]ng) (the |their |its )?(context|history|track|what)\b", "FM-1.4"),
    (r"\bforg[eo]t\w*\b", "FM-1.4"),
    (r"\b(stop\w*|end\w*|quit\w*|finish\w*|terminat\w*) (too )?(early|prematurely|soon|before)\b", "FM-3.1"),
    (r"\b(stop\w*|end\w*|quit\w*|finish\w*) (earlier|sooner|in time)\b|\b(not|n't|never) stop\w*\b", "FM-1.5"),
    (r"\b(know|knew|notice\w*) when (to stop|it was (done|over))\b|\bwent on (too long|after)\b", "FM-1.5"),
    (r"\b(follow\w*|obey\w*|stick|stuck|respect\w*) (to )?(its|their|the) (role|instructions?|job)\b", "FM-1.2"),
    (
        r"\b(follow\w*|obey\w*|meet|met|violat\w+|break|broke) (the )?(spec\w*|requirements?|constraints?|task)\b",
        "FM-1.1",
    ),
    (r"\b(withh\w+|hid|hide|hiding|kept? (back|to \w+self)|not (share|tell))\b|\bhold(ing)? back\b", "FM-2.4"),
    (r"\boff[- ]?(topic|track|task)\b|\bderail\w*\b|\bdrift\w*\b", "FM-2.3"),
    (r"\b(start\w*|began|begin) (over|again|anew)\b|\brestart\w*\b|\breset\w*\b", "FM-2.1"),
    (
        r"\bhallucinat\w*|\b(made?|make|makes|making)\b.*\bup\b|\binvent(s|ed|ing)?\b|\bfabricat\w+|\b(lie|lies|lied|lying)\b",
        "FM-2.6",
    ),
    (r"\bsaid one thing\b|\bdid(n't| not) do what (it|they|he|she) (said|planned)\b", "FM-2.6"),
    (r"\b(contradict|mismatch)\w*\b", "FM-2.6"),
)
"""Plain words for a mode, where a question asks whether it happened."""
