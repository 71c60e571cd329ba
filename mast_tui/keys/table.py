"""The one table of keys: bindings, hints, help, palette and README are all made from it."""

from textual.binding import Binding, BindingType

from mast_tui.keys.key import Key, Pane

KEYS: tuple[Key, ...] = (
    Key("trace.down", "j,down", "move(1)", "One row down", "trace", "Move", "j k move", palette=False),
    Key("trace.up", "k,up", "move(-1)", "One row up", "trace", "Move", palette=False),
    Key("trace.half_down", "d", "half(1)", "Half a page down", "trace", "Move", palette=False),
    Key("trace.half_up", "u", "half(-1)", "Half a page up", "trace", "Move", palette=False),
    Key("trace.page_down", "f,space,pagedown", "page(1)", "A page down", "trace", "Move", palette=False),
    Key("trace.page_up", "b,pageup", "page(-1)", "A page up", "trace", "Move", palette=False),
    Key("trace.top", "g,home", "top", "First line", "trace", "Move"),
    Key("trace.end", "G,end", "end", "Last line", "trace", "Move"),
    Key("trace.left", "h,left", "sideways(-1)", "Scroll left, with wrap off", "trace", "Move", palette=False),
    Key("trace.right", "l,right", "sideways(1)", "Scroll right, with wrap off", "trace", "Move", palette=False),
    Key("trace.next_event", "right_square_bracket", "event(1)", "Next event", "trace", "Move", "] [ event"),
    Key("trace.previous_event", "left_square_bracket", "event(-1)", "Previous event", "trace", "Move"),
    Key("trace.enter", "enter", "enter", "Open what is under the cursor", "trace", "Move", palette=False),
    Key("trace.raw", "r", "screen.raw", "Raw bytes", "trace", "Find"),
    Key("trace.note", "t", "screen.note_line", "Note on this line", "trace", "Diagnose"),
    Key("raw.down", "j,down", "cursor(1)", "Scroll down", "raw", "Move", "j k scroll", palette=False),
    Key("raw.up", "k,up", "cursor(-1)", "Scroll up", "raw", "Move", palette=False),
    Key("raw.page_down", "f,space,d,pagedown", "cursor(20)", "A page down", "raw", "Move", palette=False),
    Key("raw.page_up", "b,u,pageup", "cursor(-20)", "A page up", "raw", "Move", palette=False),
    Key("raw.top", "g,home", "cursor_to(0)", "First bytes", "raw", "Move", palette=False),
    Key("raw.end", "G,end", "cursor_to(-1)", "Last bytes", "raw", "Move", palette=False),
    Key("raw.back", "r", "screen.raw", "Back to the lines", "raw", "Find", "r lines", palette=False),
    Key("findings.down", "j,down", "cursor(1)", "Next row", "findings", "Move", "j k move", palette=False),
    Key("findings.up", "k,up", "cursor(-1)", "Row before", "findings", "Move", palette=False),
    Key("findings.top", "g,home", "cursor_to(0)", "First row", "findings", "Move", palette=False),
    Key("findings.end", "G,end", "cursor_to(-1)", "Last row", "findings", "Move", palette=False),
    Key(
        "findings.enter", "enter", "enter", "Show the evidence", "findings", "Diagnose", "Enter evidence", palette=False
    ),
    Key(
        "findings.detail", "space", "detail", "Open the finding", "findings", "Diagnose", "Space detail", palette=False
    ),
    Key("decide.accept", "a", "decide('accepted')", "Accept", "decide", "Diagnose", "a accept"),
    Key("decide.reject", "r", "decide('rejected')", "Reject", "decide", "Diagnose", "r reject"),
    Key("decide.edit", "i", "edit", "Edit", "decide", "Diagnose"),
    Key("decide.note", "t", "note", "Note", "decide", "Diagnose", "t note"),
    Key("decide.undo", "U", "undo", "Undo the last decision", "decide", "Diagnose", "U undo"),
    Key("finding.down", "j,down", "cursor(1)", "Scroll down", "finding", "Move", "j k scroll", palette=False),
    Key("finding.up", "k,up", "cursor(-1)", "Scroll up", "finding", "Move", palette=False),
    Key("finding.page_down", "f,d,pagedown", "page(1)", "A page down", "finding", "Move", palette=False),
    Key("finding.page_up", "b,u,pageup", "page(-1)", "A page up", "finding", "Move", palette=False),
    Key("finding.top", "g,home", "cursor_to(0)", "To the top", "finding", "Move", palette=False),
    Key("finding.end", "G,end", "cursor_to(-1)", "To the end", "finding", "Move", palette=False),
    Key("finding.next", "n,space", "evidence(1)", "Next piece of evidence", "finding", "Move", "n p evidence"),
    Key("finding.previous", "p", "evidence(-1)", "Previous piece of evidence", "finding", "Move"),
    Key(
        "finding.enter",
        "enter",
        "enter",
        "Go to this piece of evidence",
        "finding",
        "Move",
        "Enter evidence",
        palette=False,
    ),
    Key("modes.down", "j,down", "cursor(1)", "Next mode", "modes", "Move", "j k move", palette=False),
    Key("modes.up", "k,up", "cursor(-1)", "Mode before", "modes", "Move", palette=False),
    Key("modes.enter", "enter", "enter", "Mode card", "modes", "Diagnose", "Enter card"),
    Key(
        "modes.only",
        "space",
        "only",
        "Only this mode's findings",
        "modes",
        "Diagnose",
        "Space only these",
        palette=False,
    ),
    Key("outline.down", "j,down", "cursor(1)", "Next row", "outline", "Move", "j k move", palette=False),
    Key("outline.up", "k,up", "cursor(-1)", "Row before", "outline", "Move", palette=False),
    Key("outline.page_down", "f,d,pagedown", "cursor(20)", "A page down", "outline", "Move", palette=False),
    Key("outline.page_up", "b,u,pageup", "cursor(-20)", "A page up", "outline", "Move", palette=False),
    Key("outline.top", "g,home", "cursor_to(0)", "First row", "outline", "Move", palette=False),
    Key("outline.end", "G,end", "cursor_to(-1)", "Last row", "outline", "Move", palette=False),
    Key("outline.close", "h,left", "fold(False)", "Fold the phase", "outline", "Move", "h l fold", palette=False),
    Key("outline.open", "l,right", "fold(True)", "Open the phase", "outline", "Move", palette=False),
    Key("outline.enter", "enter", "enter", "Go to the event", "outline", "Move", "Enter go there", palette=False),
    Key("ask.down", "j,down", "cursor(1)", "Next row", "ask", "Move", "j k move", palette=False),
    Key("ask.up", "k,up", "cursor(-1)", "Row before", "ask", "Move", palette=False),
    Key("ask.enter", "enter", "enter", "Go to the line", "ask", "Move", "Enter go there", palette=False),
    Key("search.drop", "escape", "drop", "Drop the search", "search", "Find", "Esc drop", palette=False),
    Key("search.regex", "alt+r", "regex", "Regular expression", "search", "Find", "Alt+R regex", palette=False),
    Key("search.case", "alt+c", "any_case", "Ignore or heed case", "search", "Find", "Alt+C case", palette=False),
    Key("search.earlier", "up", "past(-1)", "Earlier search", "search", "Find", "Up Down earlier", palette=False),
    Key("search.later", "down", "past(1)", "Later search", "search", "Find", palette=False),
    Key("ask.page_down", "space,pagedown,f", "page(1)", "A page down", "ask", "Move", palette=False),
    Key("ask.page_up", "b,pageup", "page(-1)", "A page up", "ask", "Move", palette=False),
    Key("ask.apply", "a", "settle('applied')", "Apply what is proposed", "ask", "Diagnose", "a apply"),
    Key("ask.dismiss", "r", "settle('dismissed')", "Dismiss what is proposed", "ask", "Diagnose", "r dismiss"),
    Key("ask.undo", "U", "undo", "Undo the last decision", "ask", "Diagnose", palette=False),
    Key("ask.copy", "y", "copy_turn", "Copy the question and its answer", "ask", "Anywhere", "y copy", palette=False),
    Key("panes.next_finding", "e", "finding(1)", "Next finding", "panes", "Find", "e E finding"),
    Key("panes.previous_finding", "E", "finding(-1)", "Previous finding", "panes", "Find"),
    Key("panes.search", "slash", "search('/')", "Search", "panes", "Find", "/ search"),
    Key("panes.filter", "ampersand", "search('&')", "Filter", "panes", "Find", "& filter"),
    Key("panes.go", "colon", "search(':')", "Go to line", "panes", "Find", ": go to"),
    Key("panes.next", "n", "step(1)", "Next of the current set", "panes", "Find", "n N next", palette=False),
    Key("panes.previous", "N", "step(-1)", "Previous of the current set", "panes", "Find", palette=False),
    Key("panes.bookmark", "m", "bookmark", "Bookmark", "panes", "Find"),
    Key("panes.to_bookmark", "apostrophe", "to_bookmark", "Go to a bookmark", "panes", "Find"),
    Key("panes.wrap", "w", "wrap", "Wrap", "panes", "Find"),
    Key("panes.fold", "z", "fold", "Open or close a fold", "panes", "Find"),
    Key("panes.folds", "Z", "folds", "Folds", "panes", "Find"),
    Key("panes.follow", "F", "follow", "Follow", "panes", "Find"),
    Key("panes.ask", "c", "ask", "Ask about this", "panes", "Diagnose", "c ask"),
    Key("panes.diagnose", "D", "diagnose", "Diagnose, or stop", "panes", "Diagnose", "D diagnose"),
    Key("panes.again", "R", "diagnose_again", "Diagnose again", "panes", "Diagnose"),
    Key("panes.report", "x", "report", "Write report", "panes", "Diagnose", "x report"),
    Key("panes.compare", "C", "compare", "Compare", "panes", "Diagnose"),
    Key("panes.model", "K", "add_model", "Add a model", "panes", "Diagnose"),
    Key("panes.runs", "O", "runs", "Other runs of this file", "panes", "Find"),
    Key("panes.outline", "o", "outline", "Outline", "panes", "Find", "o outline"),
    Key("panes.copy", "y", "copy", "Copy", "panes", "Anywhere", "y copy"),
    Key("panes.select", "v", "select", "Select lines", "panes", "Anywhere"),
    Key("panes.one", "1", "pane('trace')", "Trace", "panes", "Anywhere", palette=False),
    Key("panes.two", "2", "pane('findings')", "Findings", "panes", "Anywhere", palette=False),
    Key("panes.three", "3", "pane('ask')", "Ask", "panes", "Anywhere", palette=False),
    Key("panes.tab", "tab", "next_pane(1)", "Next pane", "panes", "Anywhere", "Tab next pane", palette=False),
    Key("panes.back_tab", "shift+tab", "next_pane(-1)", "Pane before", "panes", "Anywhere", palette=False),
    Key("panes.escape", "escape", "back", "Back", "panes", "Anywhere", palette=False),
    Key("open.down", "j,down", "cursor(1)", "Next trace", "open", "Move", "j k move", palette=False),
    Key("open.up", "k,up", "cursor(-1)", "Trace before", "open", "Move", palette=False),
    Key("open.enter", "enter", "enter", "Open", "open", "Move", "Enter open", palette=False),
    Key(
        "open.forget", "backspace", "forget", "Take it off the list", "open", "Move", "Backspace forget", palette=False
    ),
    Key("runs.down", "j,down", "cursor(1)", "Next run", "runs", "Move", "j k move", palette=False),
    Key("runs.up", "k,up", "cursor(-1)", "Run before", "runs", "Move", palette=False),
    Key("runs.page_down", "f,space,pagedown", "cursor(20)", "A page down", "runs", "Move", palette=False),
    Key("runs.page_up", "b,pageup", "cursor(-20)", "A page up", "runs", "Move", palette=False),
    Key("runs.top", "g,home", "cursor_to(0)", "First run", "runs", "Move", "g G ends", palette=False),
    Key("runs.end", "G,end", "cursor_to(-1)", "Last run", "runs", "Move", palette=False),
    Key("runs.enter", "enter", "enter", "Open the run", "runs", "Move", "Enter open", palette=False),
    Key("card.down", "j,down", "cursor(1)", "Scroll down", "card", "Move", "j k scroll", palette=False),
    Key("card.up", "k,up", "cursor(-1)", "Scroll up", "card", "Move", palette=False),
    Key("card.page_down", "space,pagedown,f,d", "cursor(10)", "A page down", "card", "Move", palette=False),
    Key("card.page_up", "b,pageup,u", "cursor(-10)", "A page up", "card", "Move", palette=False),
    Key("card.top", "g,home", "cursor_to(0)", "To the top", "card", "Move", palette=False),
    Key("card.end", "G,end", "cursor_to(-1)", "To the end", "card", "Move", palette=False),
    Key("question.send", "enter", "submit", "Ask", "question", "Move", "Enter ask", palette=False),
    Key("question.next", "down", "offer(1)", "Suggested question", "question", "Move", "Down questions", palette=False),
    Key("question.earlier", "up", "offer(-1)", "Earlier question", "question", "Move", "Up earlier", palette=False),
    Key("question.leave", "escape", "screen.back", "To the answers", "question", "Move", "Esc answers", palette=False),
    Key("report.write", "enter", "write", "Write", "report", "Diagnose", palette=False),
    Key("report.next_format", "right,x", "format(1)", "Next format", "report", "Move", palette=False),
    Key("report.format_before", "left", "format(-1)", "Format before", "report", "Move", palette=False),
    Key("report.next_field", "tab", "other(1)", "Next field", "report", "Move", palette=False, priority=True),
    Key(
        "report.field_before", "shift+tab", "other(-1)", "Field before", "report", "Move", palette=False, priority=True
    ),
    Key("report.copy", "y", "copy", "Copy the path", "report", "Anywhere", palette=False),
    Key("report.close", "escape", "close", "Back to the trace", "report", "Anywhere", palette=False),
    Key("compare.next_field", "tab", "other(1)", "Next field", "compare", "Move", palette=False, priority=True),
    Key(
        "compare.field_before",
        "shift+tab",
        "other(-1)",
        "Field before",
        "compare",
        "Move",
        palette=False,
        priority=True,
    ),
    Key("compare.unclear", "u", "unclear", "Count unclear the other way", "compare", "Diagnose", palette=False),
    Key("compare.close", "escape,q", "close", "Back to the trace", "compare", "Anywhere", palette=False),
    Key("comparison.enter", "enter", "enter", "What is behind it", "comparison", "Move", palette=False),
    Key("field.before", "left,h", "move(-1)", "Option before", "field", "Move", palette=False),
    Key("field.next", "right,l", "move(1)", "Next option", "field", "Move", palette=False),
    Key("field.take", "space", "take", "Take it", "field", "Move", palette=False),
    Key("start.path", "tab", "path", "Type a path", "start", "Move", palette=False, priority=True),
    Key("start.slash", "slash", "begin('/')", "Type a path", "start", "Move", palette=False, priority=True),
    Key("start.home", "tilde", "begin('~')", "Type a path at home", "start", "Move", palette=False, priority=True),
    Key("start.here", "full_stop", "begin('.')", "Type a path here", "start", "Move", palette=False, priority=True),
    Key("start.candidates", "down", "candidates", "What it could become", "start", "Move", palette=False),
    Key("start.model", "K", "add_model", "Add a model", "start", "Diagnose", palette=False),
    Key("start.back", "escape", "back", "Back", "start", "Anywhere", palette=False),
    Key("paths.down", "down,j", "cursor(1)", "Next", "paths", "Move", palette=False),
    Key("paths.up", "up,k", "before", "Before", "paths", "Move", palette=False),
    Key("paths.enter", "enter,tab", "enter", "Take it", "paths", "Move", palette=False, priority=True),
    Key("paths.leave", "escape", "leave", "Back to the path", "paths", "Anywhere", palette=False, priority=True),
    Key("chooser.narrow", "slash", "narrow", "Narrow", "chooser", "Find", palette=False, priority=True),
    Key("chooser.close", "escape,q", "close", "Back", "chooser", "Anywhere", palette=False),
    Key("help.narrow", "slash", "narrow", "Narrow", "help", "Find", palette=False, priority=True),
    Key("help.close", "escape,q", "close", "Close", "help", "Anywhere", palette=False),
    Key("closing.close", "escape,enter,q", "close", "Close", "closing", "Anywhere", palette=False),
    Key("note.leave", "escape", "leave", "Leave it", "note", "Anywhere", palette=False, priority=True),
    Key("consent.send", "y", "answer('send')", "Send", "consent", "Diagnose", palette=False),
    Key("consent.offline", "o", "answer('offline')", "Stay offline", "consent", "Diagnose", palette=False),
    Key("consent.cancel", "escape,q", "back", "Cancel", "consent", "Diagnose", palette=False),
    Key("consent.view", "v", "view", "What would leave", "consent", "Diagnose", palette=False),
    Key("consent.next", "tab,right", "move(1)", "Next", "consent", "Move", palette=False, priority=True),
    Key("consent.before", "shift+tab,left", "move(-1)", "Before", "consent", "Move", palette=False, priority=True),
    Key("consent.take", "enter", "take", "Take it", "consent", "Move", palette=False),
    Key("consent.down", "down,j", "scroll(1)", "Down", "consent", "Move", palette=False),
    Key("consent.up", "up,k", "scroll(-1)", "Up", "consent", "Move", palette=False),
    Key("anywhere.open", "ctrl+o", "app.open_trace", "Open trace", "anywhere", "Anywhere"),
    Key("anywhere.palette", "ctrl+p", "app.command_palette", "Every action", "anywhere", "Anywhere", palette=False),
    Key("anywhere.help", "question_mark,f1", "app.help", "Help", "anywhere", "Anywhere", "? help"),
    Key("anywhere.suspend", "ctrl+z", "app.suspend_process", "To the background", "anywhere", "Anywhere"),
    Key("anywhere.quit", "q", "app.leave", "Quit", "anywhere", "Anywhere", "q quit"),
)


TYPING = ("search('/')", "search('&')", "search(':')", "ask", "pane('ask')", "bookmark", "to_bookmark")
"""Actions after which letters are typed: they come before whatever is typed ahead of them."""


OPENERS = frozenset(
    (
        "trace.note",
        "decide.reject",
        "decide.edit",
        "decide.note",
        "panes.report",
        "panes.compare",
        "panes.model",
        "anywhere.help",
        "anywhere.open",
    )
)
"""Keys that open something of its own: what is typed behind them is meant for that."""


EARLY = frozenset(
    key
    for each in KEYS
    if each.pane == "trace" and each.id not in ("trace.enter", "trace.raw")
    for key in each.keys.split(",")
)
"""Keys that move in the trace and need no other pane."""


def bindings(*panes: Pane) -> list[BindingType]:
    """The bindings of some panes."""
    return [
        Binding(
            each.keys,
            each.action,
            each.words,
            show=False,
            id=each.id,
            priority=each.priority or each.action in TYPING or each.keys.startswith("alt+"),
        )
        for each in KEYS
        if each.pane in panes
    ]


def hints(*panes: Pane) -> list[tuple[str, str]]:
    """The hints of some panes in their order: the keys, and what they do."""
    rows = [each for pane in panes for each in KEYS if each.pane == pane]
    found = [each.hint for each in rows if each.hint and each.id != "anywhere.help"]
    return [_split(hint) for hint in dict.fromkeys(found)]


def _split(hint: str) -> tuple[str, str]:
    """The keys of a hint and its words: the words are what has more than one small letter."""
    parts = hint.split(" ")
    at = next((at for at, part in enumerate(parts) if len(part) > 1 and part.islower()), len(parts))
    return " ".join(parts[:at]), " ".join(parts[at:])


def table(*panes: Pane) -> list[Key]:
    """The rows of some panes, for help."""
    return [each for each in KEYS if each.pane in panes]
