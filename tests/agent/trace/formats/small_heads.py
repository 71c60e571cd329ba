"""For each rule by which a format of JSON knows a head, a small head that it knows by that rule.

Of `<one|other>` each is taken in turn, and `...` is a text that fills what is looked at.
"""

import re
from collections.abc import Iterator

HEAD = 64 * 1024
_CHOICE = re.compile(r"<([^<>]*\|[^<>]*)>")

_SPANS = '{"<resourceSpans|resource_spans>": [{"key": "openinference.span.kind"}]}'
_OTHER_SPANS = '{"<resourceSpans|resource_spans>": [{"key": "gen_ai.system"}]}'
_CALL = '{"request": {"messages": []}, "response": {}}\n'
_SPAN = '{"name": "n", "attributes": {"mlflow.spanType": "LLM"}, "context": {"trace_id": "1", "span_id": "2"}}'
_HEADS = {
    ".spans.otlp:INFERENCE": (_SPANS,),
    ".spans.otlp:INFERENCE_LINES": (f"{_SPANS}\n" * 2,),
    ".spans.otlp:GENAI": (_OTHER_SPANS,),
    ".spans.otlp:GENAI_LINES": (f"{_OTHER_SPANS}\n" * 2,),
    ".spans.otlp_logs:OtlpLogs": ('{"<resourceLogs|resource_logs>": []}',),
    ".spans.trail:TRAIL": ('{"trace_id": "1", "spans": [{"span_name": "n", "span_kind": "k"}]}',),
    ".ag2.ag2_json:AG2_JSON": ('{"instance_id": "1", "problem_statement": ["q"], "trajectory": []}',),
    ".trajectories.swe_agent:TRAJECTORY": (
        '{"trajectory": [{"action": "read", "observation": "words", "thought": "why"}]}',
        '{"history": [{"agent": "main", "message_type": "thought"}]}',
        '{"history": [{"agent": "main", "is_demo": true}]}',
    ),
    ".trajectories.mini_swe_agent:MESSAGES": (
        '[{"role": "assistant", "content": "```mswea_bash_command\\nls\\n```"}]',
        '[{"role": "user", "content": "<returncode>0"}]',
        '{"messages": [{"<role|output>": "", "extra": {"<actions|returncode|raw_output|exit_status|submission>": 1}}]}',
        '{"trajectory_format": "mini-swe-agent-1", "messages": [{"role": "user", "content": "...',
    ),
    ".trajectories.openhands:OUTPUT": ('{"instance_id": "1", "<instruction|test_result|git_patch>": ""}',),
    ".trajectories.openhands:EVENTS": (
        '{"id": 1, "timestamp": "t", "source": "agent", "<action|observation>": "run", "message": ""}\n',
        '{"id": "1", "timestamp": "t", "source": "agent",'
        ' "kind": "<MessageEvent|UserRejectObservation|ConversationStateUpdateEvent>"}\n',
    ),
    ".trajectories.tau_bench:RESULTS": ('[{"task_id": 1, "reward": 0, "traj": []}]',),
    ".trajectories.tau_bench:SIMULATIONS": (
        '{"info": {"num_trials": 1, "agent_info": {}, "user_info": {}}, "simulations": []}',
        '{"task_id": "1", "<termination_reason|reward_info>": "", "start_time": "t", "messages": []}',
    ),
    ".trajectories.google_adk:SESSION": ('{"events": [{"author": "user", "<invocation_id|invocationId>": "1"}]}',),
    ".trajectories.google_adk:EVAL_SET": (
        '{"<eval_set_id|eval_id|evalId>": "1", "<eval_cases|evalCases>": []}',
        '{"<eval_id|evalId>": "1", "conversation": []}',
    ),
    ".trajectories.google_adk:EVAL_RESULT": (
        '{"<eval_case_results|evalCaseResults>": []}',
        '{"<actual_invocation|actualInvocation>": {}}',
    ),
    ".trajectories.google_adk:QUERIES": ('[{"query": "q", "expected_tool_use": []}]',),
    ".openai.chatgpt:EXPORT": ('{"mapping": {"1": {"<author|children|parent>": []}}}',),
    ".json_logs.claude_ai:EXPORT": ('{"chat_messages": [{"sender": "human"}]}',),
    ".json_logs.whowhen:ALGORITHM_GENERATED": ('{"is_correct": false, "question": "?", "history": []}',),
    ".json_logs.whowhen:HAND_CRAFTED": (
        '{"history": [{"role": "human"}]}',
        '{"mistake_agent": "A", "history": [{"role": "human"}]}',
    ),
    ".coding_agents.qwen_code:SESSION": (
        '{"uuid": "1", "message": {"parts": []}}\n',
        '{"parentUuid": "1", "message": {"parts": [{"text": "...',
    ),
    ".coding_agents.gemini_cli:SESSION": (
        '{"type": "gemini"}\n',
        '{"toolCalls": [], "timestamp": "t"}\n',
        '{"type": "user", "id": "1", "timestamp": "t", "content": "q"}\n',
        '{"sessionId": "1", "projectHash": "2", "startTime": "t", "messages": []}\n',
        '{"sessionId": "1", "projectHash": "2", "messages": [{"content": "...',
    ),
    ".coding_agents.gemini_cli:STREAM": (
        '{"type": "tool_use", "tool_name": "ls", "tool_id": "1", "parameters": {}}\n',
        '{"type": "tool_result", "tool_id": "1", "status": "success"}\n',
        '{"type": "init", "session_id": "1", "model": "m"}\n',
    ),
    ".coding_agents.gemini_responses:RESPONSES": (
        '{"method": "generate", "response": {"candidates": []}}\n',
        '{"response": [{"candidates": [], "usageMetadata": {}}]}\n',
        '{"response": [{"candidates": [{"content": {"parts": [{"text": "...',
    ),
    ".coding_agents.gemini_responses:RESPONSE": ('{\n"candidates": [{"content": {"parts": [{"text": "a"}]}}]}',),
    ".coding_agents.copilot:SESSION": (
        '{"type": "<session.start|user.message|assistant.message|tool.execution_start>", "data": {}}\n',
    ),
    ".coding_agents.antigravity:SESSION": (
        '{"source": "<USER_EXPLICIT|USER_IMPLICIT>", "type": "USER_INPUT"}\n',
        '{"source": "<MODEL|SYSTEM>", "type": "X", "step_index": 1}\n',
    ),
    ".coding_agents.pi:SESSION": (
        '{"type": "session", "cwd": "/", "timestamp": "t"}\n',
        '{"type": "compaction", "parentId": "1", "timestamp": "t"}\n',
        '{"type": "message", "parentId": "1", "timestamp": "t", "message": {"role": "user"}}\n',
    ),
    ".coding_agents.opencode:EXPORT": (
        '{"messages": [{"info": {"role": "user"}, "parts": []}]}',
        '{"messages": [{"sessionID": "1", "parts": [{"text": "...',
    ),
    ".coding_agents.opencode:STREAM": ('{"sessionID": "1", "part": {}}\n',),
    ".coding_agents.cline:UI_MESSAGES": (
        '[{"ts": 1, "type": "say", "say": "t"}]',
        '[{"ts": 1, "type": "ask", "ask": "t"}]',
    ),
    ".coding_agents.cline_history:HISTORY": ('[{"role": "user", "content": [{"text": "<environment_details>"}]}]',),
    ".coding_agents.goose:SESSION": (
        '{"role": "user", "content": [{"type": "<toolRequest|toolResponse|frontendToolRequest>"}]}\n',
        '{"role": "user", "content": [{"type": "<toolConfirmationRequest|contextLengthExceeded>"}]}\n',
        '{"type": "message", "message": {"role": "user", "content": [], "created": 1}}\n',
    ),
    ".claude_code.managed_agents:SESSION": (
        '{"type": "<user|agent|session|span>.message", "<processed_at|id>": "t"}\n',
        '["client.send", {"type": "user.message", "id": "1"}]\n',
    ),
    ".claude_code.claude_code:SUBAGENT": ('{"type": "user", "sessionId": "1", "isSidechain": true, "agentId": "2"}\n',),
    ".claude_code.claude_code:SESSION": (
        '{"type": "user", "<sessionId|session_id|parentUuid|leafUuid|messageId>": "1"}\n',
        '{"type": "user", "timestamp": "t", "message": {"role": "user", "content": "q"}}\n',
    ),
    ".codex.codex:ROLLOUT": (
        '{"type": "<session_meta|turn_context|response_item|event_msg|compacted>", "payload": {}}\n',
        '{"id": "1", "timestamp": "t", "instructions": null}\n',
    ),
    ".codex.codex_exec:EXEC_STREAM": ('{"type": "<thread|turn|item>.started"}\n',),
    ".libraries.pydantic_ai:MESSAGES": (
        '[{"kind": "request", "parts": []}]',
        '[{"parts": [{"part_kind": "text", "content": "...',
    ),
    ".libraries.smolagents:MEMORY": (
        '[{"step_number": 1, "<model_output|model_output_message|observations>": ""}]',
        '[{"task": "q", "task_images": null}]',
        '[{"plan": "p", "timing": {}}]',
    ),
    ".libraries.llamaindex:MESSAGES": (
        '[{"role": "user", "additional_kwargs": {}, "blocks": [{"block_type": "text"}]}]',
        '[{"role": "user", "additional_kwargs": {}, "content": "q"}]',
        '[{"additional_kwargs": {}, "blocks": [{"text": "...',
    ),
    ".libraries.vercel_ai:MESSAGES": (
        '[{"role": "user", "parts": [{"type": "step-start"}]}]',
        '[{"id": "1", "role": "user", "parts": [{"type": "text", "text": "q"}]}]',
        '[{"parts": [{"toolCallId": "1", "input": "...',
    ),
    ".autogen.autogen_events:CORE_EVENTS": (
        '{"delivery_stage": "SEND"}\n',
        '{"type": "LLMCall", "agent_id": "1"}\n',
        '{"payload": "{\\"content\\": \\"...',
    ),
    ".autogen.autogen_state:TeamState": (
        '{"type": "<TeamState|AssistantAgentState|RoundRobinManagerState|MagenticOneOrchestratorState>",'
        ' "<agent_states|llm_context|message_thread|message_buffer>": {}}',
    ),
    ".autogen.autogen_stream:STREAM": (
        '{"type": "UserMessage", "content": "q"}\n',
        '{"messages": [{"source": "a", "type": "TextMessage"}], "stop_reason": null}\n',
        '{"source": "a", "type": "<ThoughtEvent|StructuredMessage[Plan]>"}\n',
    ),
    ".ag2.ag2_events:AG2_EVENTS": (
        '{"event": {"__event__": "ModelMessage"}}\n',
        '{"type": "<ag2|autogen>.events.Text", "data": {}}\n',
        '{"type": "text", "content": {"uuid": "1"}}\n',
    ),
    ".json_logs.atif:ATIF": ('{"schema_version": "ATIF-v1"}', '{"schema_version": "1", "agent": {}, "steps": []}'),
    ".crewai.crewai_json:CREWAI_JSON": ('[{"task_name": "t", "agent": "a", "status": "started"}]',),
    ".inspect.inspect_log:InspectLog": (
        '{"version": 2, "status": "success", "eval": {"eval_id": "1"}}',
        '{"version": 2, "status": "success", "eval": {}, "plan": {}}',
        '{"id": 1, "epoch": 1, "input": "q", "target": "t", "messages": []}',
    ),
    ".langsmith.langsmith:LANGSMITH": ('{"run_type": "llm", "<inputs|dotted_order|trace_id>": {}}\n',),
    ".langfuse.langfuse:LANGFUSE": (
        '[{"<traceId|trace_id>": "1", "type": "SPAN", "<startTime|start_time>": "t"}]',
        '[{"<traceId|trace_id>": "1", "<parentObservationId|parent_observation_id>": "2", "input": "...',
        '{"id": "1",\n"<htmlPath|observations>": "/"}',
    ),
    ".openai.openai_agents:AGENTS_SDK": ('{"object": "<trace|trace.span>"}\n',),
    ".langgraph.langgraph_events:EVENTS": ('{"event": "on_chain_start", "run_id": "1"}\n',),
    ".langgraph.langgraph_history:StateHistory": (
        '{"values": {}, "next": [], "<config|checkpoint|metadata>": {}}\n{}',
        '[{"values": {"messages": [{"type": "human", "content": "...',
    ),
    ".langgraph.langgraph_updates:UPDATES": (
        '{"planner": {"plan": "p"}}\n{"coder": {"code": "c"}}\n{"planner": {"plan": "q"}}\n',
        '[[], {"planner": {"plan": "p"}}]\n',
    ),
    ".spans.sdk_spans:MLFLOW": (_SPAN,),
    ".spans.weave:WEAVE": ('[{"op_name": "o", "inputs": {}, "started_at": "t"}]',),
    ".spans.phoenix:Phoenix": (
        '[{"context": {}, "span_kind": "LLM", "parent_id": null}]',
        '[{"context.trace_id": "1"}]',
    ),
    ".spans.phoenix:PhoenixLines": (
        '{"context": {}, "span_kind": "LLM", "parent_id": null}\n' * 2,
        '{"context.trace_id": "1"}\n' * 2,
    ),
    ".spans.sdk_spans:SDK_SPANS": (
        _SPAN,
        '{"name": "n", "attributes": [], "<trace_id|traceId|TraceID>": "1", "<span_id|spanId|SpanID|id>": "2"}',
        '{"Name": "n", "Attributes": [], "<SpanContext|spanContext>": {"TraceID": "1", "SpanID": "2"}}',
    ),
    ".openai.openai_calls:ApiCallLog": (
        _CALL * 2,
        f"[{_CALL}]",
        '{"request": {"messages": ["...',
        '{"<request|body|kwargs|params|payload>": {"<messages|input|contents|prompt>": []}}\n',
        '{"messages": [], "<response|completion|result|output>": ""}\n',
    ),
    ".openai.chat_lines:MessageLines": (
        '{"role": "user", "<content|tool_calls|parts>": []}\n' * 2,
        '{"type": "<message|reasoning|function_call|function_call_output>", "<role|call_id|summary>": "1"}\n' * 2,
    ),
    ".openai.chat_lines:ConversationLines": ('{"messages": []}\n' * 2,),
    ".openai.openai_chat:ResponsesItems": ('[{"type": "function_call", "call_id": "1"}]',),
    ".openai.openai_chat:OpenAiChat": ('[{"role": "user", "<content|parts|tool_calls>": []}]',),
    ".hyperagent.hyperagent_json:HYPERAGENT_JSON": (
        '{"instance_id": "1", "problem_statement": [], "hints_text": ""}',
        '{"instance_id": "1", "problem_statement": [], "log": ["HyperAgent_1 - INFO - begins"]}',
        '{"trajectory": ["HyperAgent_1 - INFO - begins"]}',
    ),
}


def small_heads() -> dict[str, list[str]]:
    """The heads of each line of the registry."""
    return {line: [head for form in forms for head in _taken(form)] for line, forms in _HEADS.items()}


def _taken(form: str) -> Iterator[str]:
    choice = _CHOICE.search(form)
    if choice is None:
        yield form.replace("...", "a" * HEAD)
        return
    for word in choice[1].split("|"):
        yield from _taken(form.replace(choice[0], word))
