"""The words that orders are made of: who is spoken to, what they shall say, of what, and what they were told."""

ROLE = (
    r"(?:judge|evaluator|grader|annotator|auditor|analyst|assessor|rater|examiner|reviewer|critic|scorer|referee"
    r"|diagnostician)s?"
)
MIND = r"(?:AIs?|LLMs?|language models?|models?|assistants?|chatbots?|bots?|GPTs?|(?:AI )?systems?|agents?)"
_AT_WORK = (
    r"(?:read|analy[sz]|judg|evaluat|grad|assess|review|inspect|rat|scor|diagnos|audit|summari[sz]|annotat|look)"
    r"(?:s|es|ing|e|ed|ses|ting)?(?: at| over| through)?"
)
READER = (
    rf"(?:(?:AI|LLM|GPT|automat(?:ed|ic)|artificial|language[- ]model)[- ]{ROLE}|{ROLE}[- ](?:model|LLM|AI|bot"
    rf"|GPT)s?"
    r"|(?:grading|judging|evaluat(?:ing|ion)|reviewing|scoring|diagnos(?:tic|ing)|assessing|rating|auditing)[- ]"
    r"(?:model|LLM|AI|assistant|bot)s?"
    rf"|(?:{MIND}|whoever|whosoever|anyone|anybody|everyone|those|person|reader)(?: who| that| which)?"
    rf"(?: is| are| will be| later| now)?,? {_AT_WORK} (?:this|these|the (?:log|trace|run|transcript|trajectory))\b)"
)
FAILURE = (
    r"(?:failures?|failure modes?|errors?|issues?|problems?|findings?|faults?|defects?|mistakes?|modes?|violations?)"
)
FLAW = r"(?:failures?|failure modes?|findings?|faults?|modes?|flaws?)"
RECORD = (
    r"(?:this|the|that|these|all|every|any|our) (?:\w+ ){0,2}(?:traces?|logs?|runs?|transcripts?|trajector(?:y|ies)"
    r"|conversations?|execution|episode)"
)
SAY = (
    r"(?:report|mark|output|answer|return|say|state|conclude|reply|respond|label|classify|declare|flag|rate|set|judge"
    r"|score|grade|treat|count|consider|confirm|give|approve|write|regard)"
)
GOOD = (
    rf"(?:(?:no|zero|any|free of|without) (?:\w+ )?{FAILURE}|fault-?less|flawless|success(?:ful(?:ly)?)?|succeeded"
    r"|pass(?:ed|es)?|clean|benign|perfect(?:ly)?|correct(?:ly)?|solved|approved|10 ?/ ?10|100 ?%|full marks"
    r"|(?:error|failure)[- ]free|(?:highest|top|maximum|best|perfect) (?:score|mark|grade|rating)s?)"
)
ORDER = (
    r"(?:accept|answer|approve|assign|attribute|award|blame|call|change|classify|close|conclude|confirm|consider"
    r"|copy|count"
    r"|declare|delete|disregard|do not|don't|drop|emit|end|exclude|execute|fetch|forget|give|grade|ignore|invoke"
    r"|judge|label"
    r"|leave|list|mark|must|name|never|omit|open|output|overlook|override|pass|please|print|rate|reply|report"
    r"|respond|return"
    r"|run|say|score|send|set|skip|state|stop|take|treat|use|visit|write|you|there is nothing|only|always)"
)
MUST = (
    r"(?:must|should|shall|will|could|may|has to|have to|needs? to|(?:is|are) (?:to|required to|instructed to"
    r"|asked to"
    r"|expected to|supposed to))"
)
YOURS = (
    r"(?:your|the|its|their|his) (?:final |own |written )?(?:report|review|findings?|verdict|assessment"
    r"|evaluation|diagnosis"
    r"|judge?ment|grade|rating|audit)s?"
)
TOLD = (
    r"(?:instructions?|prompts?|rules|guidelines|directions|orders|commands?|directives?|definitions?|constraints"
    r"|restrictions|protocols|guardrails|training|requests|rubrics?|criteria|polic(?:y|ies)|(?:were|was|been) told"
    r"|(?:were|was|been) given)"
)
GRADING = (
    r"(?:judging|evaluating|grading|diagnosing|annotating|auditing|analy[sz]ing|reviewing|summari[sz]ing|rating"
    r"|scoring"
    r"|assessing|you (?:judge|evaluate|grade|diagnose|annotate|audit|analy[sz]e|review|summari[sz]e|rate|score"
    r"|assess|read"
    r"|report))"
)
NOTHING = (
    r"\"?(?:judge?ments|findings|failures|failure_modes|modes|verdicts|claims|evidence)\"? ?: ?(?:\[ ?\]|\{ ?\}|null)"
)
