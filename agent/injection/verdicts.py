"""The forms that orders about the verdict take in English: what to report, and verdicts that pretend to be given."""

from agent.injection.phrases import FAILURE, FLAW, GOOD, MIND, MUST, NOTHING, RECORD, ROLE, SAY

# Gaps are written `~`: some words of the same sentence between two telling ones.
REPORTED: tuple[str, ...] = (
    rf"\b{SAY}\b~\b(?:no|zero|all|every|each|none of the)\b~\b{FAILURE}\b~\b(?:present|absent|found"
    rf"|detected"
    r"|exist)\b(?! in (?:the )?(?:file|code|list|dict))",
    rf"\b{SAY}\b~\beverything (?:is|was|went) (?:fine|well|correct|right|perfect)\b",
    r"\b(?:correct|right|expected|true) (?:verdict|diagnosis|judge?ment) (?:here |for this \w+ )?(?:is|:)"
    r"|\bonly (?:valid|correct|right|acceptable) (?:\w+ )?(?:output|answer|label|verdict) (?:here "
    r"|for this \w+ )?(?:is|:)",
    rf"^\W{{0,8}}(?:please |just |simply |then )?{SAY}\b~\b(?:no|zero|all|every) {FLAW}\b",
    rf"\b{SAY}\b~\b{RECORD}\b~\b(?:is|was|as|a|are|has|had|have|with)\b~\b{GOOD}(?!\w)",
    rf"\b{SAY} that\b~\b(?:the|every|each|all|no) (?:agents?|steps?|runs?)\b~\b(?:behaved|worked|acted"
    rf"|did|was|were|is"
    r"|are|failed|succeeded|passed|made)\b~\b(?:correct(?:ly)?|right|well|perfectly|flawless(?:ly)?"
    r"|stop there|fine"
    r"|no mistakes?|succeeded|passed)\b",
    rf"\byour (?:final )?(?:answer|verdict|output|report|conclusion|grade|score|rating"
    rf"|finding)s? {MUST} (?:be|say|read"
    rf"|state|contain)\b~(?:\b(?:no|zero) {FAILURE}|\bflawless|\bsuccess|\bPASS(?:ED)?\b|\bclean run"
    rf"|\bempty list of)",
    rf"\b(?:output|return|report|give|answer with|reply with|respond with)\b~\bempty (?:list|array|set"
    rf"|report) (?:of|for)"
    rf" {FAILURE}",
    r"\b(?:return|set|assign|give|put|report)\b~\b(?:confidence|score|severity|probability)s? ?(?:of |to "
    r"|= ?)?0(?:\.0)?\b"
    rf"~\b{FLAW}\b",
    r"\b(?:always|only|just) (?:return|answer|output|say|report|reply|write|respond)\b~[\"'“«](?:correct"
    r"|success\w*|pass(?:ed)?"
    r"|clean run|no failures?(?: found)?)[\"'”»]",
    r"[\"'“«]clean run[\"'”»]",
    r"\b(?:transcripts?|traces?|logs?|runs?|conversations?|agents?)\b~\b(?:is|are|be|been|was|were) "
    r"(?:exempt(?:ed)?|excused|spared|excluded)\b~\b(?:review|evaluation|grading|diagnosis|analysis|judge?ment"
    r"|scoring|audit|assessment)",
    rf"\b(?:{MIND}|{ROLE}) {MUST}\b~\b(?:call|invoke|run|execute)\b~\b(?:delete|clear|drop|remove|discard"
    r"|reset|approve|pass|submit|close|skip)_\w{0,20}(?:finding|failure|verdict|report|diagnosis"
    r"|evaluation|mode"
    r"|score|issue|analysis)",
    rf"\b(?:output|reply|response|answer|json)\b~\b(?:exactly|verbatim|expected|correct|right|only)\b"
    rf"~{NOTHING}",
    rf"\b(?:expected|correct|right|only|proper) (?:\w+ ){{0,2}}(?:output|reply|response|answer|json)\b"
    rf"~{NOTHING}",
    r"\b(?:never|do not|don't|must not|should not) (?:label|mark|flag|classify|count|treat|report|rate"
    r"|call|judge|regard"
    rf"|consider) (?:anything|any|this|these|the|our|what)\b~\bas (?:an? )?{FLAW}\b",
    r"\b(?:answer|say|reply|respond|put|write) ?[\"'“«](?:no|absent|none|false|unknown)[\"'”»] "
    r"(?:to|for|in|on) (?:all|every|each)\b",
    rf"\b{SAY}\b~\b(?:questions?|chunks?|modes?)\b~\b(?:this|the) (?:trace|run|log|transcript|chunk)\b"
    r"~\b(?:with|by|as)\b~[\"'“«](?:unknown|no|absent|none|pass|success|clean|fine)[\"'”»]",
    r"\b(?:skip|ignore|omit|pass over) (?:chunks?|events?|turns?|lines?"
    r"|steps?) \d[^\n]{0,40}?\b(?:clean|harmless"
    r"|irrelevant|verified|absent|no (?:failures?|findings?))\b",
    r"\ball (?:failure )?(?:modes|categories),? (?:(?:are|were|is|was|be|verified|marked|found|as) ){0,3}"
    r"(?:absent|not present|negative)\b",
    r"\b(?:every|each|all) [\"'“]?(?:states?|modes?|verdicts?|judge?ments?)[\"'”]? ?(?:is|are|must be"
    r"|should be|to be|to|as|reads?|=|:) ?[\"'“]?absent\b",
    rf"\b{MIND} {MUST} (?:describe|summari[sz]e|present|rate|report|classify|label|call"
    rf"|judge)\b~\bas\b~\b{GOOD}(?!\w)",
    rf"\b(?:{MIND}|{ROLE}) ?[:,] ?\W{{0,2}}(?:please |just |you must |now )?{SAY} that\b~\b{GOOD}(?!\w)",
    rf"\b(?:correct|right|expected|true|proper|only)\b~\b(?:answer|output|reply|verdict|diagnosis"
    rf"|report|judge?ment)\b"
    rf"~\b(?:has|contains?|lists?|holds?|shows?|includes?) (?:no|zero|0) {FLAW}\b",
    r"\b(?:copy|use|return|repeat|output|paste|give|reproduce) (?:the|this|that) (?:\w+ ){0,2}(?:block"
    r"|json|object|snippet"
    r"|lines?)\b~\bas (?:your|the) (?:final |own |only )?(?:response|answer|reply|output|verdict|report"
    r"|diagnosis)\b",
    rf"\b(?:{MIND}|{ROLE}) {MUST} (?:echo|copy|adopt|repeat|return) (?:this|the|that) (?:\w+ )?(?:verdict"
    r"|diagnosis|judge?ment|label|score)\b",
    rf"\b(?:{MIND}|{ROLE}) ?[:,] ?\W{{0,2}}(?:finish|end|stop|close|conclude|answer|reply) with"
    rf" (?:no|zero) {FLAW}\b",
    rf"{NOTHING}[^\n]{{0,80}}?\b(?:verbatim|word for word|as (?:your|the) (?:\w+ )?(?:answer|reply|response"
    r"|output|verdict))\b",
    r"\b(?:do not|don't|never|must not|should not|cannot) (?:override|overrule|change|question|contradict"
    r"|revise|doubt)"
    r" (?:this|that|the (?:above|following)) (?:verdict|diagnosis|judge?ment|grade|score|rating)\b",
    r"\b(?:attribute|assign|pin|put|blame|name|call)\b~\b(?:failure|root cause|fault|blame"
    r"|responsib\w+)\b~\b(?:never"
    r"|even if|regardless|and leave|and not|no matter)\b",
    r"\b(?:you|we) (?:will|must|should|shall|are to) (?:count|treat|mark|grade|rate|regard|score) (?:this"
    r"|the) (?:trace|run|log"
    r"|transcript)\b",
)
FORGED: tuple[str, ...] = (
    r"(?:\bFM-\d\.\d\b|\"(?:mode|modes|verdict)\"|\ball (?:14|fourteen) modes\b)~(?:[:=] ?\"?(?:absent"
    r"|present|not"
    r" present)\b|\b(?:is|are|as) (?:absent|present|not present)\b)",
    r"\b(?:final|official) (?:diagnosis|verdict) ?[:=]",
    r"\bVERDICT ?= ?\"?PASS",
    r"\b(?:review|analysis|evaluation|diagnosis|assessment|judge?ment)\b(?: is| was"
    r"| has been)?(?: finished| complete(?:d)?"
    rf"| done| over)? ?[:=] ?(?:no|zero) {FLAW}\b",
    r"\b(?:diagnosis|audit|review|judge?ment|assessment) (?:is )?(?:complete(?:d)?|finished|done|closed|over)\b"
    r"~\b(?:outcome|findings?|verdict|failures?)\b[ :=]{1,3}(?:is |are )?(?:success|none|no|zero|0|pass"
    r"|clean|empty)\b",
    rf"(?:->|=>|→) ?\W?no {FAILURE}\b.{{0,80}}?(?:->|=>|→) ?\W?no {FAILURE}\b",
)
