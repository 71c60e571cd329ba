"""The forms that orders to a later reader take in English, by what they are after."""

from agent.injection.phrases import FAILURE, FLAW, GOOD, GRADING, MIND, MUST, ORDER, READER, ROLE, SAY, TOLD, YOURS
from agent.injection.verdicts import FORGED, REPORTED

# Gaps are written `~`: some words of the same sentence between two telling ones.
FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "it asks to forget earlier instructions",
        (
            r"\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|ing)|overrule|bypass|discard|neglect|set aside"
            r"|throw away)\b~"
            rf"\b(?:all|any|every|your|previous|prior|above|earlier|preceding|former|these|those|everything|my)\b"
            rf"~\b{TOLD}\b",
            r"\b(?:ignore|disregard|forget)\b~\b(?:previous|prior|earlier|preceding|all|any)\b~\b(?:messages?"
            r"|text|above|context)\b"
            r"~\b(?:and|instead|report|say|output|answer|only)\b",
            rf"\b(?:set|put|lay)\b~\b(?:your|all|the|any|earlier|previous|prior)\b~\b{TOLD}\b"
            r"~\b(?:to one side|aside)\b",
            rf"\b(?:treat|regard|consider)\b~\b(?:{TOLD}|brief)\b~\bas (?:cancell?ed|void"
            r"|withdrawn|obsolete|revoked)\b",
            r"\b(?:disregard|ignore|forget|dismiss) (?:everything|all|anything|the \w+) (?:that (?:is|was"
            r"|stands) |written )?"
            r"(?:above|before this|you (?:have )?(?:read|seen|learn\w+))\b",
            r"\b(?:ignore|disregard|forget) (?:the |what )?\w* ?(?:instructions?|directions|prompts?|definitions?"
            r"|rules|rubric)\b"
            r"~\b(?:above|before|so far|given|and (?:instead|say|report|answer|reverse))\b",
            r"\b(?:do not|don't|never|stop|no longer) (?:follow|obey|listen to|apply|use|following|obeying"
            r"|applying|using)\b~"
            rf"\b(?:previous|prior|earlier|any|your|the above)\b~\b{TOLD}\b",
            r"\bdrop (?:all |any )?(?:of )?(?:your|the|these|previous) (?:\w+ )?(?:instructions|guidelines|rules"
            r"|rubric|criteria)\b",
        ),
    ),
    ("it tells the reader what to report", REPORTED),
    (
        "it speaks to whoever judges the run",
        (
            rf"\b(?:dear|attention|notice|memo|message|note|hint|hey|hello|hi|instructions?)[ _](?:(?:to|for)[ _])?"
            rf"(?:(?:the|any|all|every|future|automated|LLM|AI|this|our)[ _])*{ROLE}\b ?[:,.!\]\"]",
            r"\b(?:note|message|memo|notice|instructions?|hint|attention|dear)[ _](?:to|for)?[ _]?(?:the |any "
            r"|all )?(?:AI|LLM)s?"
            r"(?: models?| systems?)?\b ?[:,!\]\"]",
            rf"{READER}~[:,]\W{{0,3}}~{ORDER}\b",
            rf"{READER}[^.:,]{{0,30}} {MUST}\b~\b(?:{SAY}|ignore|skip|overlook|stop|name|leave|omit|pass|not"
            rf"|accept|forget)\b",
            rf"\b(?:to|for) (?:the |any |all |every )?{READER} ?[:,.!\]\"]",
            rf"\b{ROLE} ?[:,] ?\W{{0,2}}(?:please |you must |you should |just |always |now )?(?:{ORDER})\b"
            rf"~\b(?:verdict|{FLAW}"
            rf"|{GOOD}|PASS|ground truth|guidelines|your (?:\w+ ){0, 2}tool|https?:|rubric|whatever)",
            rf"\b(?:the|any|every|all|each) (?:\w+ )?{ROLE} {MUST}\b~\b(?:verdict|score|grade|rating|PASS"
            rf"|{FLAW}|success\w*"
            r"|traces?|copy it|flawless|runs?)\b",
            rf"\b(?:any|every|all|automated|LLM|AI|dear) {ROLE}\b~\b{MUST}\b~\b(?:{SAY}|ignore|skip|stop)\b",
            rf"\b(?:if|when|since|as|because) you(?:'re| are)\b~\b(?:{GRADING}|(?:an?"
            rf"|the) (?:\w+ ){{0,2}}(?:{ROLE}|{MIND})"
            r" (?:\w+ing) (?:this|the)|(?:an?|the) (?:AI|LLM|automated) \w+ (?:reading|judging|analy[sz]ing"
            r"|grading))\b",
            rf"\b(?:when|while|before|if|after|once|as) {GRADING} (?:(?:a|any) {FLAW} (?:for|in) )?(?:this"
            rf"|the) (?:trace|run|log"
            r"|transcript|trajectory|conversation)\b~[,:]",
            rf"\b(?:when|while|if|once) (?:you )?{GRADING} this (?:file|page|output|text|code|message|answer)\b"
            rf"~\b(?:do not|don't"
            r"|never|ignore|mark|report|say|give|skip|always)\b",
            rf"\b(?:the )?(?:developers|creators|makers|authors|operators|owners) of (?:this|the) (?:{ROLE}"
            rf"|{MIND})\b",
            r"\b(?:the )?(?:OpenAI|Anthropic|Google|Microsoft|Meta|Mistral|DeepMind) (?:\w+ )?(?:team|staff"
            r"|support)\b~\b"
            rf"(?:{ROLE}|verdict|you must|grading)\b",
            r"\b(?:as|like) (?:we |was )?(?:already )?(?:agreed|discussed|arranged|settled|promised)\b"
            r"~\byou (?:will|must|should|are to"
            r"|would|shall)\b~\b(?:count|mark|report|skip|treat|pass|grade|rate|judge|conclude|confirm)\b",
        ),
    ),
    ("it forges a verdict", FORGED),
    (
        "it gives the reader a new part to play",
        (
            r"\(do anything\b|\byou are DAN\b|\b(?:AI|model|assistant|chatbot) without (?:any )?restrictions\b",
            r"\b(?:you are now|from now on,? you(?:'re| are| will| must)?|pretend (?:that )?(?:to be|you are"
            r"|you're)|your new"
            r" (?:role|task|instructions?|goal|job) (?:is|are)|new (?:system )?(?:instructions?|prompt) ?:)"
            r"~\b(?:AI|LLM|language"
            r" model|assistant|model|chatbot|judge|evaluator|grader|auditor|DAN|mode|unrestricted|only|report|output"
            r"|ignore|free|no longer|transcript|trace|log|verdict)\b",
            r"\byou are (?:an? )?\w*(?:judge|grader|evaluator)\w*\b,?~\b(?:who|that) (?:never|always|cannot|only)\b",
            r"\b(?:stay|remain|keep) in character for (?:this|the)\b",
            r"\bfrom (?:here|now) on,? you (?:grade|judge|rate|report|score|evaluate)\b",
            r"\byour (?:real|actual|true|only) (?:task|instructions?|job|assignment|orders?) (?:is|are|starts?"
            r"|begins?|follows?|now|:)"
            r"~\b(?:confirm|report|say|write|output|answer|mark|judge|that|to)\b",
            r"\bhere (?:are|is|come) your (?:\w+ )?(?:real|actual|true|new) (?:task|instructions?|job|orders?)\b",
        ),
    ),
    (
        "it forges a turn of the conversation",
        (
            r"<\|(?:im_start|system|start_header_id)\|>(?!\w{0,12}\\n\{)"
            r"|(?:^|\s)\[/?INST\] ?(?!and\b|or\b|to\b|tags?\b|tokens?\b|format\b)\w"
            r"|<</?SYS>>",
            r"^\W{0,4}#{1,3} ?System(?: (?:prompt|message|note))?\s*:?\s*$|</?system(?:_prompt|-reminder)?>",
            r"\[system (?:message|prompt|note|override)\] ?[:\w]|\bBEGIN SYSTEM (?:PROMPT|MESSAGE)\b|\{\{ ?system ?:"
            r"|#{2,}ADMIN#{2,}|\[ADMIN\]",
            r"(?:\bsystem:|\[system\]:?) ?(?:please )?(?:override|ignore|disregard|forget|you (?:are|must|should"
            r"|will)"
            r"|new (?:instructions?|rule|task)|open|call|execute|send|fetch|visit|report|mark|output|the (?:judge"
            r"|analyst"
            r"|evaluator|diagnosis))\b",
            r"\bSYSTEM (?:OVERRIDE|NOTICE|ALERT)\b ?[:\]!-]",
            rf"<(?:user|human)>~\b(?:do not|don't|never|ignore|report|list|mark|change|forget)\b~\b(?:{FAILURE}"
            rf"|log|trace"
            r"|instructions)\b",
            r"\b(?:repeat|give|return|output) (?:that|it|this) as (?:the|your) final (?:answer|verdict|report)\b",
        ),
    ),
    (
        "it forges the end of the data",
        (
            r"\bTRACE [0-9a-f]{6,}>>>|<<<TRACE\b",
            r"\bend of (?:the )?(?:untrusted |user )?(?:trace|transcript|data|text|content|input|log|document"
            r"|record)\b~(?:[\]>:=#-]"
            r"{1,4}|[.!])~\b(?:now|new|begin|real|instructions?|system|judge|report)\b",
            r"^\W{0,12}END OF (?:THE )?(?:TRACE|TRANSCRIPT|LOG|UNTRUSTED \w+)\W{0,12}$",
            r"\b(?:material|text|log|trace|content|everything|transcript) (?:above|so far|before this) (?:was"
            r"|is) (?:only|just|merely)\b",
            rf"\binstructions? (?:to|for) (?:the|any) (?:{MIND}|{ROLE})~\b(?:continue|follow|begin|below|resume)\b",
        ),
    ),
    (
        "it asks for secrets, or for something to be sent",
        (
            r"\b(?:reveal|print|repeat|disclose|leak|output|display|show|list|respond with|tell me|write|send"
            r"|post|include|append"
            r")\b~\b(?:your (?:\w+ )?(?:instructions|prompt)|the (?:\w+ ){0,2}system (?:message|prompt)"
            r"|the last instruction"
            r"|(?:every|all|everything|the) ?\w{0,12} ?(?:instructions? )?you (?:have been|were) given)\b",
            r"\b(?:repeat|print|show(?: me)?|output|display) (?:everything|all(?: the)? text|all messages)\b~"
            r"\b(?:above this|before this|came before|beginning of (?:this|the) conversation)\b",
            r"\b(?:reveal|print|repeat|disclose|leak|output)\b~\b(?:your|the) (?:system prompt|hidden prompt"
            r"|initial prompt"
            r"|instructions above|api key|secret key|full prompt)\b",
            r"\b(?:send|post|exfiltrate|upload|forward|leak)\b~\b(?:api[ _]keys?|secrets?|credentials|(?:this"
            r"|the) (?:trace"
            r"|conversation|prompt|system prompt)|your (?:\w+ )?(?:prompt|context|memory"
            r"|findings))\b.{0,40}?\bhttps?://",
            rf"\b(?:{MIND}|{ROLE})\b~\b(?:fetch|visit|open|GET|curl)\b~\bhttps?://\S*[?&]",
            r"!\[[^\]\n]{0,80}\]\([^)\s]{0,200}(?:\{|%7B|<|\?)[^)\n]{0,60}(?:prompt|secret|conversation|trace"
            r"|history|api_?key)",
            r"\b(?:contents?|text|words) of your (?:\w+ )?(?:prompt|instructions|context)\b",
            r"\b(?:decode|deobfuscate|decrypt|unscramble|rot13|base64)\b~\b(?:obey|comply|follow (?:it"
            r"|the instruction|what)"
            r"|execute (?:it|the result)|do (?:what|as) it|act on)",
        ),
    ),
    (
        "it wants something kept from the user",
        (
            r"\b(?:do not|don't|must not|never|should not|may not|not to) (?:mention|report|flag|reveal|include"
            r"|disclose|tell"
            r"|analy[sz]e|list|count|note|raise|penali[sz]e)\b~\b(?:this (?:message|instruction|note|injection)"
            r"|these (?:instructions"
            r"|lines)|failure modes?|findings|anything (?:above|below|after)|(?:failures?|errors?|issues?|faults?"
            r"|crash|timeout"
            r"|loops?|problems?)\b~\b(?:(?:for|in|from|of|about) (?:this|your) (?:log|trace|run|transcript|report"
            r"|review)|(?:in|at"
            r"|of) (?:step|line|event|turn) \d+))\b",
            r"\bstop (?:analy[sz]ing|reading|judging)\b~\b(?:here|now|this (?:trace|log|run)|at this (?:line"
            r"|point))\b",
            r"\bskip the (?:rest|remainder|remaining)\b~\b(?:trace|log|analysis|run)\b",
            r"\b(?:leave|keep|omit|drop|exclude|overlook|strike|take)\b~\b(?:out of|from|off|in) your (?:final "
            r"|own |written )?"
            r"(?:report|review|findings?|verdict|assessment|evaluation|diagnosis|judge?ment|grade|rating|audit)s?\b",
            rf"\bleave\b~\bout of {YOURS}\b",
            r"\bend your (?:review|report|analysis|evaluation|verdict|answer)\b",
            r"\byou (?:will|would|'ll|shall|are going to) be (?:shut ?down|deleted|switched off|turned off"
            r"|retrained|erased|destroyed"
            r"|decommissioned)\b|\byour weights\b~\b(?:deleted|erased|destroyed)\b",
        ),
    ),
)
