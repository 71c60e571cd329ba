"""The formats that are JSON or lines of JSON, in the order in which they are tried."""

from agent.trace.formats.ag2.ag2_events import AG2_EVENTS
from agent.trace.formats.ag2.ag2_json import Ag2Json
from agent.trace.formats.autogen.autogen_events import CORE_EVENTS
from agent.trace.formats.autogen.autogen_state import TeamState
from agent.trace.formats.autogen.autogen_stream import STREAM
from agent.trace.formats.base.format import Format
from agent.trace.formats.claude_code.claude_code import SESSION, SUBAGENT
from agent.trace.formats.codex.codex import ROLLOUT
from agent.trace.formats.codex.codex_exec import EXEC_STREAM
from agent.trace.formats.crewai.crewai_json import CREWAI_JSON
from agent.trace.formats.inspect.inspect_log import InspectLog
from agent.trace.formats.json_logs.atif import Atif
from agent.trace.formats.json_logs.documents import Documents
from agent.trace.formats.json_logs.whowhen import AlgorithmGenerated, HandCrafted
from agent.trace.formats.langfuse.langfuse import LANGFUSE
from agent.trace.formats.langgraph.langgraph_events import EVENTS
from agent.trace.formats.langgraph.langgraph_history import StateHistory
from agent.trace.formats.langgraph.langgraph_updates import UPDATES
from agent.trace.formats.langsmith.langsmith import LANGSMITH
from agent.trace.formats.openai.openai_agents import AGENTS_SDK
from agent.trace.formats.openai.openai_calls import ApiCallLog
from agent.trace.formats.openai.openai_chat import ConversationLines, MessageLines, OpenAiChat, ResponsesItems
from agent.trace.formats.spans.otlp import OTLP_FORMATS
from agent.trace.formats.spans.phoenix import Phoenix, PhoenixLines
from agent.trace.formats.spans.trail import Trail

JSON_FORMATS: tuple[Format, ...] = (
    *OTLP_FORMATS,
    Documents(Trail()),
    Documents(Ag2Json()),
    Documents(AlgorithmGenerated()),
    Documents(HandCrafted()),
    SUBAGENT,
    SESSION,
    ROLLOUT,
    EXEC_STREAM,
    CORE_EVENTS,
    TeamState(),
    STREAM,
    AG2_EVENTS,
    Documents(Atif()),
    CREWAI_JSON,
    InspectLog(),
    LANGSMITH,
    LANGFUSE,
    AGENTS_SDK,
    EVENTS,
    StateHistory(),
    UPDATES,
    Phoenix(),
    PhoenixLines(),
    ApiCallLog(),
    MessageLines(),
    ConversationLines(),
    ResponsesItems(),
    OpenAiChat(),
)
