"""The formats that are JSON or lines of JSON, in the order in which they are tried."""

from agent.trace.formats.ag2_events import AG2_EVENTS
from agent.trace.formats.ag2_json import Ag2Json
from agent.trace.formats.atif import Atif
from agent.trace.formats.autogen_events import CORE_EVENTS
from agent.trace.formats.autogen_state import TeamState
from agent.trace.formats.autogen_stream import STREAM
from agent.trace.formats.claude_code import SESSION, SUBAGENT
from agent.trace.formats.codex import ROLLOUT
from agent.trace.formats.codex_exec import EXEC_STREAM
from agent.trace.formats.crewai_json import CREWAI_JSON
from agent.trace.formats.documents import Documents
from agent.trace.formats.format import Format
from agent.trace.formats.inspect_log import InspectLog
from agent.trace.formats.langfuse import LANGFUSE
from agent.trace.formats.langgraph_events import EVENTS
from agent.trace.formats.langgraph_history import StateHistory
from agent.trace.formats.langgraph_updates import UPDATES
from agent.trace.formats.langsmith import LANGSMITH
from agent.trace.formats.openai_agents import AGENTS_SDK
from agent.trace.formats.openai_calls import ApiCallLog
from agent.trace.formats.openai_chat import ConversationLines, MessageLines, OpenAiChat, ResponsesItems
from agent.trace.formats.otlp import OTLP_FORMATS
from agent.trace.formats.phoenix import Phoenix, PhoenixLines
from agent.trace.formats.trail import Trail
from agent.trace.formats.whowhen import AlgorithmGenerated, HandCrafted

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
