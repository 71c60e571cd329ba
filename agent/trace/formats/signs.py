"""Which signs each format has: words that stand in every head that it knows, without which it is not even loaded."""

import re
from collections.abc import Iterable, Iterator

TEXT_SIGNS = {
    ".text.appworld:AppWorld": (b"******************** Task ",),
    ".hyperagent.hyperagent:HyperAgentLog": (b"HyperAgent_",),
    ".autogen.magentic_one:MagenticOne": (b" STARTING !#!#",),
    ".autogen.autogen_console:AutogenConsole": (b"---------- ",),
    ".autogen.printed_messages:PrintedMessages": (b"Message", b"Event(", b"Result(", b"models_usage=", b"[{'"),
    ".chatdev.chatdev:ChatDev": (b"**[Preprocessing]**",),
    ".text.metagpt:MetaGpt": (b"=== MetaGPT",),
    ".text.openmanus:OpenManus": (b"| app.",),
    ".text.loguru:Loguru": (b" | ",),
    ".crewai.crewai_log:CrewAiLog": (b'task_name="',),
    ".crewai.crewai_boxes:CrewAiBoxes": ("\u256d".encode(),),
    ".coding_agents.aider:AiderHistory": (b"# aider chat started at",),
    ".coding_agents.specstory:SpecStory": (b"SpecStory",),
}
"""Of each kind of text, words of which a head of it has one."""
JSON_SIGNS = {
    ".spans.otlp:INFERENCE": '"resourceSpans"|"resource_spans" "openinference.span.kind"',
    ".spans.otlp:INFERENCE_LINES": '"resourceSpans"|"resource_spans" "openinference.span.kind"',
    ".spans.otlp:GENAI": '"resourceSpans"|"resource_spans"',
    ".spans.otlp:GENAI_LINES": '"resourceSpans"|"resource_spans"',
    ".spans.otlp_logs:OtlpLogs": '"resourceLogs"|"resource_logs"',
    ".spans.trail:TRAIL": '"trace_id" "spans" "span_name" "span_kind"',
    ".ag2.ag2_json:AG2_JSON": '"instance_id" "problem_statement"',
    ".trajectories.swe_agent:TRAJECTORY": '"trajectory"|"history" "action"|"agent" "thought"|"message_type"|"is_demo"',
    ".trajectories.mini_swe_agent:MESSAGES": (
        'mswea_bash_command|returncode|mini-swe-agent|"extra"'
        ' mswea_bash_command|returncode|mini-swe-agent|"actions"|"raw_output"|"exit_status"|"submission"'
    ),
    ".trajectories.openhands:OUTPUT": '"instance_id" "instruction"|"test_result"|"git_patch"',
    ".trajectories.openhands:EVENTS": '"source" "action"|"observation"|Event"|Observation"',
    ".trajectories.tau_bench:RESULTS": '"task_id" "traj"',
    ".trajectories.tau_bench:SIMULATIONS": (
        '"task_id"|"num_trials" "termination_reason"|"reward_info"|"agent_info" "start_time"|"user_info"'
    ),
    ".trajectories.google_adk:SESSION": '"author" "invocation',
    ".trajectories.google_adk:EVAL_SET": '"eval "eval_cases"|"evalCases"|"conversation"',
    ".trajectories.google_adk:EVAL_RESULT": '"eval_case_results"|"evalCaseResults"|"actual',
    ".trajectories.google_adk:QUERIES": '"query" "expected_tool_use"',
    ".openai.chatgpt:EXPORT": '"mapping" "author"|"children"|"parent"',
    ".json_logs.claude_ai:EXPORT": '"chat_messages" "sender"',
    ".json_logs.whowhen:ALGORITHM_GENERATED": '"history" "is_correct" "question"',
    ".json_logs.whowhen:HAND_CRAFTED": '"history" "role"',
    ".coding_agents.qwen_code:SESSION": '"parts" "uuid"|"parentUuid"',
    ".coding_agents.gemini_cli:SESSION": (
        '"gemini"|"toolCalls"|"user"|"projectHash" "gemini"|"timestamp"|"sessionId"'
        ' "gemini"|"toolCalls"|"content"|"projectHash" "gemini"|"toolCalls"|"id"|"projectHash"'
    ),
    ".coding_agents.gemini_cli:STREAM": (
        '"tool_use"|"tool_result"|"init" "tool_id"|"session_id" "parameters"|"status"|"model"'
    ),
    ".coding_agents.gemini_responses:RESPONSES": '"candidates" "parts"|"method"|"usageMetadata"',
    ".coding_agents.gemini_responses:RESPONSE": '"candidates" "parts"|"method"|"usageMetadata"',
    ".coding_agents.copilot:SESSION": '"data" "session.|"user.|"assistant.|"tool.',
    ".coding_agents.antigravity:SESSION": '"source" "USER_EXPLICIT"|"USER_IMPLICIT"|"MODEL"|"SYSTEM"',
    ".coding_agents.pi:SESSION": '"parentId"|"session" "parentId"|"cwd"',
    ".coding_agents.opencode:EXPORT": '"parts" "info"|"sessionID"',
    ".coding_agents.opencode:STREAM": '"sessionID" "part"',
    ".coding_agents.cline:UI_MESSAGES": '"ts" "say"|"ask"',
    ".coding_agents.cline_history:HISTORY": "environment_details",
    ".coding_agents.goose:SESSION": (
        '"toolRequest"|"toolResponse"|"frontendToolRequest"|"toolConfirmationRequest"|"contextLengthExceeded"|"created"'
    ),
    ".claude_code.managed_agents:SESSION": '"user.|"agent.|"session.|"span. "processed_at"|"id"',
    ".claude_code.claude_code:SUBAGENT": '"isSidechain" "agentId"',
    ".claude_code.claude_code:SESSION": (
        '"sessionId"|"session_id"|"parentUuid"|"leafUuid"|"messageId"|"message"'
        ' "sessionId"|"session_id"|"parentUuid"|"leafUuid"|"messageId"|"timestamp"'
    ),
    ".codex.codex:ROLLOUT": (
        '"payload"|"instructions" "session_meta"|"turn_context"|"response_item"|"event_msg"|"compacted"|"instructions"'
    ),
    ".codex.codex_exec:EXEC_STREAM": '"thread.|"turn.|"item.',
    ".libraries.pydantic_ai:MESSAGES": '"parts" "kind"|"part_kind"',
    ".libraries.smolagents:MEMORY": (
        '"step_number"|"task_images"|"timing" "model_output"|"model_output_message"|"observations"|"task_images"|"plan"'
    ),
    ".libraries.llamaindex:MESSAGES": '"additional_kwargs" "role"|"blocks"|"block_type"',
    ".libraries.vercel_ai:MESSAGES": '"parts" "role"|"step-start"|"tool-invocation"|"toolCallId"',
    ".autogen.autogen_events:CORE_EVENTS": '"delivery_stage"|"agent_id"|"payload"',
    ".autogen.autogen_state:TeamState": 'State" "agent_states"|"llm_context"|"message_thread"|"message_buffer"',
    ".autogen.autogen_stream:STREAM": 'Message|Event" "source"|"content"',
    ".ag2.ag2_events:AG2_EVENTS": '"__event__"|"ag2.|"autogen.|"uuid"',
    ".json_logs.atif:ATIF": '"schema_version" "ATIF|"steps"',
    ".crewai.crewai_json:CREWAI_JSON": '"task_name" "agent" "status"',
    ".inspect.inspect_log:InspectLog": '"version"|"epoch" "status"|"target" "eval"|"messages"',
    ".langsmith.langsmith:LANGSMITH": '"run_type" "inputs"|"dotted_order"|"trace_id"',
    ".langfuse.langfuse:LANGFUSE": (
        '"traceId"|"trace_id"|"observations"|"htmlPath"'
        ' "startTime"|"start_time"|"parentObservationId"|"parent_observation_id"|"observations"|"htmlPath"'
    ),
    ".openai.openai_agents:AGENTS_SDK": '"object" "trace"|"trace.span"',
    ".langgraph.langgraph_events:EVENTS": '"event" "on_',
    ".langgraph.langgraph_history:StateHistory": '"values" "next"|"messages"',
    ".spans.sdk_spans:MLFLOW": '"mlflow.',
    ".spans.weave:WEAVE": '"op_name" "started_at"',
    ".spans.phoenix:Phoenix": '"span_kind"|"context.trace_id" "parent_id"|"context.trace_id"',
    ".spans.phoenix:PhoenixLines": '"span_kind"|"context.trace_id" "parent_id"|"context.trace_id"',
    ".spans.sdk_spans:SDK_SPANS": '"attributes"|"Attributes" "context"|"SpanContext"|"spanContext"|"trace|"TraceID"',
    ".openai.openai_calls:ApiCallLog": (
        '"messages"|"input"|"contents"|"prompt"|"request"'
        ' "request"|"body"|"kwargs"|"params"|"payload"|"response"|"completion"|"result"|"output"'
    ),
    ".openai.chat_lines:MessageLines": (
        '"role"|"call_id"|"summary"'
        ' "content"|"tool_calls"|"parts"|"message"|"reasoning"|"function_call"|"function_call_output"'
    ),
    ".openai.chat_lines:ConversationLines": '"messages"',
    ".openai.openai_chat:ResponsesItems": '"call_id" "type"',
    ".openai.openai_chat:OpenAiChat": '"role" "content"|"parts"|"tool_calls"',
    ".hyperagent.hyperagent_json:HYPERAGENT_JSON": 'HyperAgent_|"hints_text" HyperAgent_|"problem_statement"',
}
"""Of each format of JSON, its signs: of each a head has one of the forms between the bars, as JSON writes them."""

_WRITTEN_OTHERWISE = re.compile(rb"\\u00(?:2[eE]|3[0-9]|[46][1-9a-fA-F]|5[0-9aAfF]|7[0-9aA])")
"""A letter, a digit or what signs have between them, written as an escape: a sign may be there that is not seen."""


def with_signs(lines: Iterable[str], data: bytes) -> Iterator[str]:
    """The lines of the registry whose formats may know a head: those whose signs stand in it, or that have none."""
    is_plain = _WRITTEN_OTHERWISE.search(data) is None
    for line in lines:
        if line in TEXT_SIGNS:
            may_know = any(sign in data for sign in TEXT_SIGNS[line])
        elif line in JSON_SIGNS and is_plain:
            may_know = all(any(form in data for form in sign) for sign in _forms(JSON_SIGNS[line]))
        else:
            may_know = True
        if may_know:
            yield line


def _forms(signs: str) -> Iterator[list[bytes]]:
    return (sign.encode().split(b"|") for sign in signs.split(" "))
