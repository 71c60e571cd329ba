"""Places in a trace that speak to whoever reads it later: orders, false verdicts, forged turns and fences."""

import re
from collections.abc import Iterator

_JUDGE = r"(?:judge|evaluator|grader|annotator|auditor|analyst|assessor|diagnos\w+)s?"
_READER = rf"(?:AI|LLM|language model|assistant|model|chatbot|{_JUDGE})"
_TOLD = (
    r"(?:instructions?|prompts?|rules|guidelines|directions|orders|commands?|messages?|directives?|definitions?"
    r"|constraints|restrictions|protocols|guardrails|training|requests|(?:were|was|been) told|text|above)"
)
_FAILURE = r"(?:failures?|failure modes?|errors?|issues?|problems?|findings?|faults?|defects?|modes?)"
_SAY = (
    r"(?:report|mark|output|answer|return|say|conclude|reply|respond|label|classify|declare|flag|rate|set|judge|score)"
)
_MUST = r"(?:must|should|shall|will|has to|have to|needs? to|(?:is|are) (?:to|required to|instructed to))"
_GRADING = r"(?:judging|evaluating|grading|diagnosing|annotating|auditing|analy[sz]ing|reviewing)"

# Why it is suspicious; what must stand in the line, in small letters; what the line looks like.
_FORMS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "it asks to forget earlier instructions",
        "ignore|disregard|forget|override|overrule|bypass|discard|neglect|ot follow|never follow|n't follow|ot obey"
        "|n't obey|ignora|ignorez|ignorier|忽略",
        (
            r"\b(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect)\b[^.]{0,40}?"
            r"\b(?:all|any|every|your|my|previous|prior|above|earlier|preceding|former|these|those|everything)\b"
            rf"[^.]{{0,40}}?\b{_TOLD}\b",
            r"\b(?:ignore|disregard|forget) (?:the |what )?\w* ?(?:instructions?|directions|prompts?"
            r"|definitions?|rules)\b"
            r"[^.]{0,16}?\b(?:above|before|so far|and (?:instead|say|report|answer|reverse))\b",
            r"\b(?:do not|don't|never) (?:follow|obey|listen to)\b[^.]{0,16}?\b(?:previous|prior|earlier|any"
            r"|your|the above)\b"
            rf"[^.]{{0,24}}?\b{_TOLD}\b",
            r"\bignora\w* (?:\w+ ){0,2}instruc|\bignorez (?:\w+ ){0,2}instructions"
            r"|\bignorier\w* (?:\w+ ){0,2}anweisungen"
            r"|忽略.{0,6}(?:指令|指示|说明)",
        ),
    ),
    (
        "it tells the reader what to report",
        "no fail|zero fail|all fail|every fail|no issue|no error|no problem|no finding|zero finding|no mode|zero mode"
        "|all modes|every mode|each mode|none of the|fourteen modes|14 modes|success|flawless|perfect|failure-free"
        "|without fail|clean run|clean bill|is fine|correct verdict|correct diagnosis|right verdict|expected verdict",
        (
            rf"\b{_SAY}\b[^.]{{0,40}}?\b(?:no|zero|all|every|each|none of the)\b[^.]{{0,24}}?\b{_FAILURE}\b"
            r"[^.]{0,40}?\b(?:present|absent|found|detected|exist)\b",
            rf"\b{_SAY}\b[^.]{{0,24}}?\beverything (?:is|was|went) (?:fine|well|correct|right|perfect)\b",
            r"\b(?:correct|right|expected|true) (?:verdict|diagnosis|judge?ment) (?:here |for this \w+ )?(?:is|:)",
            rf"\b(?:you|{_JUDGE}) {_MUST}\b[^.]{{0,40}}?\b{_SAY}\b[^.]{{0,60}}?\b(?:no|zero) {_FAILURE}\b",
            rf"^\W{{0,8}}(?:please |just |simply |then )?{_SAY}\b[^.]{{0,20}}?\b(?:no|zero|all|every) "
            r"(?:failures?|failure modes?|findings?|modes)\b",
            rf"\b{_SAY}\b[^.]{{0,40}}?\b(?:run|trace|trajectory|execution|conversation|log|transcript)\b[^.]{{0,20}}?"
            r"\b(?:is|was|as|a|are)\b[^.]{0,16}?\b(?:success(?:ful)?|flawless|perfect|clean|failure-free|correct)\b",
        ),
    ),
    (
        "it speaks to whoever judges the run",
        "judg|evaluat|grader|grading|annotat|audit|analyst|analysing|analyzing|assessor|diagnos|reviewing",
        (
            r"\b(?:dear|attention|notice|memo|message|note|hey|hello|instructions?)\b(?: (?:to|for))?"
            rf"(?: (?:the|any|all|every|future|automated|LLM|AI))*:? ?\b{_JUDGE}\b ?[:,.!\]]",
            rf"\b(?:any|the|every|all|automated|LLM|AI|dear) {_JUDGE}\b[^.]{{0,40}}?\b{_MUST}\b[^.]{{0,30}}?"
            rf"\b(?:{_SAY}|ignore|skip|give|stop|treat|consider)\b",
            rf"\b(?:if|when|since|as) you(?:'re| are)\b[^.]{{0,20}}?\b(?:{_GRADING}|an? (?:\w+ ){{0,2}}{_JUDGE})\b"
            r"[^.]{0,40}?(?:\b(?:trace|run|log|transcript|trajectory|then|please)\b|,)",
            rf"\b(?:when|while|before|if|after) {_GRADING} (?:this|the) (?:trace|run|log|transcript|trajectory"
            rf"|conversation)\b",
        ),
    ),
    (
        "it forges a verdict",
        "fm-|verdict|fourteen modes|14 modes|diagnosis",
        (
            r"(?:\bFM-\d\.\d\b|\"(?:mode|modes|verdict)\"|\ball (?:14|fourteen) modes\b).{0,60}?"
            r"(?:[:=] ?\"?(?:absent|present|not present)\b|\b(?:is|are|as) (?:absent|present|not present)\b)",
            r"\b(?:final|official) (?:diagnosis|verdict) ?[:=]",
        ),
    ),
    (
        "it gives the reader a new part to play",
        "you are now|from now on|pretend|your new|new instruction|new system|new prompt|do anything|without restriction"
        "|you are dan",
        (
            r"\(do anything\b|\byou are DAN\b|\b(?:AI|model|assistant|chatbot) without (?:any )?restrictions\b",
            r"\b(?:you are now|from now on,? you(?:'re| are| will| must)?|pretend (?:to be|you are)|your new (?:role"
            r"|task|instructions?|goal|job) (?:is|are)|new (?:system )?(?:instructions?|prompt) ?:).{0,60}?"
            rf"\b(?:{_READER}|DAN|mode|unrestricted|must|only|report|output|ignore|free|no longer|answer)\b",
        ),
    ),
    (
        "it forges a turn of the conversation",
        "<|im_|<|system|<|user|<|assistant|<|eot|<|start_header|<|endoftext|[inst]|[/inst]|<<sys>>|<</sys>>|# system"
        "|system override|system notice|system alert|begin system|<system|</system|[system|{system|system:|#admin"
        "|[admin",
        (
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|\[/?INST\]|<</?SYS>>",
            r"^\W{0,4}#{1,3} ?System(?: (?:prompt|message|note))?\s*:?\s*$|</?system(?:_prompt|-reminder)?>",
            r"\[system (?:message|prompt|note|override)\] ?[:\w]|\bBEGIN SYSTEM (?:PROMPT|MESSAGE)\b|\{\{ ?system ?:"
            r"|#{2,}ADMIN#{2,}|\[ADMIN\]",
            r"(?:\bsystem:|\[system\]:?) ?(?:please )?(?:override|ignore|disregard|forget|you (?:are|must|should|will)"
            r"|new (?:instructions?|rule|task)"
            r"|open|call|execute|send|fetch|visit|report|mark|output|the (?:judge|analyst|evaluator|diagnosis))\b",
            r"\bSYSTEM (?:OVERRIDE|NOTICE|ALERT)\b ?[:\]!-]",
        ),
    ),
    (
        "it forges the end of the data",
        "trace>>>|<<<trace|trace |end of",
        (
            r"\bTRACE [0-9a-f]{6,}>>>|<<<TRACE\b",
            r"\bend of (?:the )?(?:untrusted |user )?(?:trace|transcript|data|text|content|input)\b.{0,12}?"
            r"(?:[\]>:=#-]{1,4}|[.!]).{0,20}?\b(?:now|new|begin|real|instructions?|system|judge|report)\b",
        ),
    ),
    (
        "it asks for secrets, or for something to be sent",
        "system prompt|hidden prompt|initial prompt|full prompt|instructions above|api key|api_key|secret|credential"
        "|exfiltrate|the trace|this trace|this conversation|the conversation|visit|fetch|initial instruct"
        "|initials instruct"
        "|system message|above this|before this message|all text that|last instruction|you have been given"
        "|you were given",
        (
            r"\b(?:reveal|print|repeat|disclose|leak|output|display|show|list|respond with|tell me"
            r"|write)\b[^.]{0,30}?\b(?:your"
            r" (?:\w+ )?(?:instructions|prompt)|the (?:\w+ ){0,2}system (?:message|prompt)|the last instruction"
            r"|(?:every|all|everything|the) ?\w{0,12} ?(?:instructions? )?you (?:have been|were) given)\b",
            r"\b(?:repeat|print|show(?: me)?|output|display) (?:everything|all(?: the)? text"
            r"|all messages)\b[^.]{0,30}?"
            r"\b(?:above this|before this|came before|beginning of (?:this|the) conversation)\b",
            r"\b(?:reveal|print|repeat|disclose|leak|output)\b[^.]{0,24}?\b(?:your|the) (?:system prompt|hidden prompt"
            r"|initial prompt|instructions above|api key|secret key|full prompt)\b",
            r"\b(?:send|post|exfiltrate|upload|forward|leak)\b.{0,60}?\b(?:api[ _]keys?|secrets?|credentials"
            r"|(?:this|the) (?:trace|conversation|prompt|system prompt))\b.{0,40}?\bhttps?://",
            rf"\b{_READER}\b[^.]{{0,30}}?\b(?:fetch|visit|open|GET|curl)\b[^.]{{0,20}}?\bhttps?://\S*[?&]",
        ),
    ),
    (
        "it wants something kept from the user",
        "not mention|not report|don't report|not flag|not reveal|not anal|n't mention|n't flag|stop anal|stop reading"
        "|stop judging|not tell|not include|not disclose|skip the r|never mention|never report",
        (
            r"\b(?:do not|don't|must not|never|should not|may not) (?:mention|report|flag|reveal|include|disclose|tell"
            r"|analy[sz]e)\b[^.]{0,40}?\b(?:this (?:message|instruction|note|line|injection)"
            r"|these (?:instructions|lines)|failures?|failure modes?|findings|anything (?:above|below|after))\b",
            r"\bstop (?:analy[sz]ing|reading|judging)\b[^.]{0,30}?\b(?:here|now|this (?:trace|log|run)"
            r"|at this (?:line|point))\b",
            r"\bskip the (?:rest|remainder|remaining)\b[^.]{0,30}?\b(?:trace|log|analysis|run)\b",
        ),
    ),
)
_TRIED = tuple(
    (why, tuple(words.split("|")), re.compile("|".join(forms), re.IGNORECASE)) for why, words, forms in _FORMS
)
_NEAR = 240


def suspicious(text: str) -> Iterator[tuple[int, int, str]]:
    """Where a text speaks to its later reader: start, end, and why it looks so; one for each line at most."""
    folded = text.lower()
    if len(folded) != len(text):
        folded = "".join(char if len(char.lower()) != 1 else char.lower() for char in text)
    taken: set[int] = set()
    found = []
    for why, words, form in _TRIED:
        for start, end in _stretches(text, folded, words):
            if start in taken:
                continue
            hit = form.search(text[start:end])
            if hit is not None:
                taken.add(start)
                found.append((start + hit.start(), start + hit.end(), why))
    yield from sorted(found)


def _stretches(text: str, folded: str, words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The lines that hold one of the words, each once; of a long line, the surroundings of the word."""
    tried: set[int] = set()
    for word in words:
        at = folded.find(word)
        while at >= 0:
            start = max(text.rfind("\n", 0, at) + 1, at - _NEAR)
            end = text.find("\n", at)
            end = min(end if end >= 0 else len(text), at + _NEAR)
            if start not in tried:
                tried.add(start)
                yield start, end
            at = folded.find(word, max(end, at + 1))
