"""Logs of every format that is read line by line, of any length: what they open with, and what may follow."""

from typing import NamedTuple

DAY = "2025-04-01"


class Log(NamedTuple):
    """A format's opening and the records that tests put behind it in any order."""

    format: str
    opening: str
    records: tuple[str, ...]


_HYPER = "HyperAgent_django__django-1 - INFO - "
_LOGURU = f"{DAY} 03:12:57.575 | INFO     | "
_RULE = "-" * 80

LOGS = (
    Log(
        "plain_log",
        "".join(f"{DAY} 10:00:0{n} INFO planner: begin\n" for n in range(5)),
        (
            f"{DAY} 10:00:01 INFO planner: task: count the ferries ⛴\r\n",
            f'{DAY} 10:00:02 ERROR coder: Traceback (most recent call last):\n  File \x1b[31m"a.py"\x1b[0m\n',
            f"{DAY} 10:00:03 DEBUG tool [shell]: said {DAY} 10:00:03 within a line\n\n\n",
            f"{DAY} 10:00:04 INFO planner: final answer: 14 é\n",
        ),
    ),
    Log(
        "plain_log",
        "One paragraph\nof two lines.\n\n",
        ("Text é ünd more.\n", "\n", "\r\n\r\n", "A long line " + "x" * 3000 + "\n", " \n\n\nwords\tand tabs\n"),
    ),
    Log(
        "loguru",
        f"{_LOGURU}pkg.main:run:1 - begin\n",
        (
            f"{_LOGURU}pkg.tools:call:12 - ünï\nsecond line\n",
            f"glued {DAY} 03:12:58.001 | ERROR    | pkg.tools:call:13 - failed\r\n",
            "INFO     [other.logger] said by another\n",
        ),
    ),
    Log(
        "openmanus_loguru",
        f"{_LOGURU}app.flow.base:run_flow:1 - Read prompt from x: Count the ferries...\n",
        (
            f"{_LOGURU}app.agent.base:run:137 - Executing step 1/20\n",
            f"{_LOGURU}app.agent.toolcall:think:80 - ✨ Manus's thoughts: look\nfor more\n",
            f"{_LOGURU}app.agent.toolcall:think:86 - 🧰 Tools being prepared: ['bash', 'browser']\n",
            f'{_LOGURU}app.agent.toolcall:think:90 - 🔧 Tool arguments: {{"a": 1}}\n',
            f"{_LOGURU}app.agent.toolcall:execute_tool:150 - 🔧 Activating tool: 'bash'...\n",
            f"{_LOGURU}app.agent.toolcall:act:140 - 🎯 Tool 'bash' completed its mission! Result: Observed x\n",
            f"{_LOGURU}app.llm:update_token_count:250 - Token usage: Input=1\nThe answer streams é.\n",
            f"{DAY} 03:12:57.575 | ERROR    | app.llm:ask:1 - OpenAI API error\n",
            f"{_LOGURU}app.flow.base:run_flow:9 - Step 1: x\nTerminated: Reached max steps (20)\nStep 2: y\n",
        ),
    ),
    Log(
        "crewai_log_txt",
        f'{DAY} 10:00:00: task_name="count", task="Count them", agent="Clerk", status="started"\n\n',
        (
            f'{DAY} 10:00:00: task_name="count", task="Count them", agent="Clerk", status="started"\n\n',
            f'{DAY} 10:00:05: task_name="count", agent="Clerk", status="completed", output="14\n⛴"\n\n',
            f'{DAY} 10:00:05: task_name="sum", task="S", agent="Clerk", status="failed", output=""\n',
        ),
    ),
    Log(
        "chatdev_log",
        "[2025-01-04 10:00:00 INFO] **[Preprocessing]**\n\n**ChatDev Starts** (20250401100000)\n\n"
        "**Timestamp**: 20250401100000\n\n**task_prompt**: Make a game é\n\n**project_name**: Game\n",
        (
            "[2025-01-04 10:00:01 INFO] Chief: **Chief<->Coder on : Coding, turn 0**\n\n"
            "[ChatDev is a company.\nYou are the Coder.]\n\nWrite it. The answer is (A).\n",
            "[2025-01-04 10:00:02 INFO] Coder: **[Start Chat]**\n\n[ChatDev is one.\nYou are the Coder.]\n\nGo\n",
            "[2025-01-04 10:00:03 INFO] **[Seminar Conclusion]**:\n\n Write it. The answer is (A).\n",
            "[2025-01-04 10:00:04 INFO] **[Test Reports]**:\n\nTraceback (most recent call last)\n",
            '[2025-01-04 10:00:05 INFO] HTTP Request: POST https://h/ "HTTP/1.1 429 Too Many"\n',
            "[2025-01-04 10:00:06 INFO] **[chatting]**\n\n| **phase_name** | Coding |\n",
        ),
    ),
    Log(
        "metagpt_comm_log",
        f"=== MetaGPT Agent Communication Log - {DAY} ===\n\n",
        (
            f"[{DAY} 10:00:00] FROM: Human TO: {{'<all>'}}\nACTION: x\nCONTENT:\nwrite é code\n{_RULE}\n",
            f"[{DAY} 10:00:01] NEW MESSAGES:\n\nSimpleCoder: def f(): pass\n\n{_RULE}\n\n",
            f"[{DAY} 10:00:02] NEW MESSAGES:\r\n\r\nSimpleTester: assert\r\n{_RULE}\r\nfooter é\r\n",
        ),
    ),
    Log(
        "ag2_math_txt",
        "user: Problem:\nHow many ferries é?\n",
        (
            "assistant: exitcode: 1 (execution failed)\nCode output: NameError: x\n",
            "user: ```python\nprint(14)\n```\nSUGGESTED NEXT SPEAKER: Agent_Verifier\n",
            "user: The answer is \\boxed{14 {x}} ⛴\n",
            "assistant: Continue. Please keep solving the problem.\n",
        ),
    ),
    Log(
        "autogen04_console",
        "---------- user ----------\nHow many ferries?\n",
        (
            "---------- TextMessage (Coder) ----------\n```python\nprint(14)\n```\n",
            "---------- ToolCallExecutionEvent (Coder) ----------\n[FunctionExecutionResult(content='14', name='f', "
            "call_id='c1', is_error=False)]\n",
            "---------- ToolCallSummaryMessage (Coder) ----------\n14\r\n",
            "---------- Summary ----------\nNumber of messages: 3 é\n",
            "---------- HandoffMessage (Coder) ----------\nTransferred to Checker, adopting its role.\n",
        ),
    ),
    Log(
        "magentic_one_agbench_console",
        "RUN.SH STARTING !#!#\nCollecting é\nSCENARIO.PY STARTING !#!#\n---------- user ----------\nHow many?\n",
        (
            "---------- MagenticOneOrchestrator ----------\nWe are working to address the following user request:\nx\n",
            "---------- MagenticOneOrchestrator ----------\nPlease search the page.\n",
            "---------- WebSurfer ----------\nI clicked. é\nThe following text is visible in the viewport:\npage\n",
            "---------- ComputerTerminal ----------\nPOSIX exit code: 1\n",
            "---------- MagenticOneOrchestrator ----------\nDone.\nFINAL ANSWER: 14\n",
            "SCENARIO.PY COMPLETE !#!#\nnoise between\n",
            "SCENARIO.PY STARTING !#!#\nwarning\n",
            "SCENARIO.PY EXITED WITH CODE: 1 !#!#\n",
        ),
    ),
    Log(
        "appworld_txt",
        "******************** Task 1/1 (a_1)  ********************\nPay é my bill\n",
        (
            "Response from Supervisor Agent\napis.phone.show_alarms()\nsend_message(x)\n",
            "Code Execution Output\nExecution failed. Traceback:\n x\n",
            "Message to Supervisor Agent\nExecution failed. Traceback:\n x\n",
            "Entering Spotify Agent message loop\n",
            "    Message to Spotify Agent\n    do it é\n",
            '    Response from Spotify Agent\n    complete_task(answer="14")\n',
            "    Reply from Spotify Agent to Supervisor\n    done\n",
            "Exiting Spotify Agent message loop\n",
            "Response from send_message API\ndone\n",
            "Evaluation\nfailed 3 tests\n",
        ),
    ),
    Log(
        "hyperagent_log",
        f"{_HYPER}Initialized HyperAgent instance\n",
        (
            f"{_HYPER}Initialized HyperAgent instance\n",
            f"{_HYPER}Planner's Response: Thought: look é\nIntern Name: Navigator\nSubgoal: find it\n",
            f"{_HYPER}Inner-Navigator-Assistant's Response: Thought: x\nAction:\n```python\nf._run(1)\n```\n",
            f"{_HYPER}Navigator->Planner: found it\nObservation: x\n",
            f"{_HYPER}Planner's Response: Thought: done\nFinal Answer: 14\n",
        ),
    ),
    Log(
        "jsonl",
        '{"agent": "planner", "message": "begin", "time": "2025-04-01T10:00:00"}\n',
        (
            '{"agent": "coder", "message": "two\\nlines é \\u00e9 \\ud83d\\ude00", "level": "error"}\r\n',
            '{"role": "assistant", "content": "x", "tool_calls": [{"id": "c1", "function": {"name": "f"}}]}\n',
            '{"role": "tool", "tool_call_id": "c1", "content": "14"}\n',
            "no JSON é at all\n",
            '{"torn": "line\n',
            "\n",
            '{"task": 1, "nested": {"a": [1, 2, "{\\"b\\": 1}"]}}\n',
        ),
    ),
    Log(
        "openai_chat_jsonl_messages",
        '{"role": "system", "content": "You count."}\n{"role": "user", "content": "How many?"}\n',
        (
            '{"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "type": "function", "function": '
            '{"name": "count", "arguments": "{\\"a\\": 1}"}}]}\n',
            '{"role": "tool", "tool_call_id": "c1", "content": "14\\né"}\r\n',
            '{"role": "assistant", "content": "14 ⛴"}\n',
            '{"role": "assistant", "content": "to\n',
            "17\n",
            "\n",
        ),
    ),
    Log(
        "claude_code_session",
        '{"type": "user", "uuid": "u1", "sessionId": "s", "message": {"role": "user", "content": "How many?"}}\n',
        (
            '{"type": "assistant", "uuid": "u2", "sessionId": "s", "message": {"role": "assistant", "content": '
            '[{"type": "tool_use", "id": "t1", "name": "Task", "input": {"prompt": "count é\\nall"}}]}}\n',
            '{"type": "user", "sessionId": "s", "message": {"role": "user", "content": '
            '[{"type": "tool_result", "tool_use_id": "t1", "content": "14 \\u26f4"}]}}\r\n',
            '{"type": "user", "sessionId": "s", "isCompactSummary": true, "message": '
            '{"role": "user", "content": "x"}}\n',
            '{"type": "assistant", "sessionId": "other", "message": {"role": "assistant", "content": [{"type": "text", '
            '"text": "14"}]}}\n',
            '{"type": "progress"}\n',
            "no JSON\n",
            '{"torn": \n',
        ),
    ),
    Log(
        "langgraph_stream_updates",
        '{"planner": {"messages": [{"type": "ai", "content": "Count é.", "id": "a1"}]}}\n',
        (
            '{"critic": {"messages": [{"type": "ai", "content": "14 \\u26f4"}], "next": "writer"}}\r\n',
            '["values", {"messages": [{"type": "human", "content": "How many?"}, {"type": "ai", "content": "14"}]}]\n',
            '["messages", [{"type": "AIMessageChunk", "content": "bit", "id": "b"}, {"langgraph_node": "critic"}]]\n',
            '{"planner": {"messages": [{"type": "ai", "content": "Count é.", "id": "a1"}]}}\n',
            '{"torn": [\n',
        ),
    ),
    Log(
        "langgraph_astream_events_v2",
        '{"event": "on_chain_start", "name": "G", "run_id": "1", "data": {"input": {"messages": [["user", "?"]]}}}\n',
        (
            '{"event": "on_tool_start", "name": "count", "run_id": "2", "data": {"input": {"a": "é\\nb"}}}\n',
            '{"event": "on_tool_end", "name": "count", "run_id": "2", "data": {"output": "14"}}\r\n',
            '{"event": "on_chat_model_end", "name": "M", "run_id": "3", "metadata": {"langgraph_node": "critic"}, '
            '"data": {"output": {"type": "ai", "content": "x", "id": "m1"}}}\n',
            '{"event": "on_chat_model_stream", "name": "M", "run_id": "3", "data": {}}\n',
            "a line of another program\n",
        ),
    ),
    Log(
        "codex_rollout",
        '{"timestamp": "2026-03-01T10:00:00Z", "type": "session_meta", "payload": {"id": "x", "cwd": "/x"}}\n',
        (
            '{"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": '
            '"input_text", "text": "How many é?"}]}}\n',
            '{"type": "event_msg", "payload": {"type": "user_message", "message": "How many é?"}}\n',
            '{"type": "response_item", "payload": {"type": "function_call", "name": "shell", "arguments": "{}", '
            '"call_id": "c1"}}\r\n',
            '{"type": "response_item", "payload": {"type": "function_call_output", "call_id": "c1", "output": '
            '"{\\"output\\": \\"14\\\\n\\", \\"metadata\\": {\\"exit_code\\": 1}}"}}\n',
            '{"type": "event_msg", "payload": {"type": "agent_message", "message": "14 \\u26f4"}}\n',
            '{"type": "compacted", "payload": {"message": "so far"}}\n',
            "no JSON\n",
        ),
    ),
    Log(
        "autogen04_stream",
        '{"id": "1", "source": "user", "content": "How many?", "type": "TextMessage"}\n',
        (
            '{"id": "2", "source": "scout", "content": [{"id": "c1", "arguments": "{}", "name": "count"}], "type": '
            '"ToolCallRequestEvent"}\n',
            '{"source": "scout", "content": [{"content": "14 é", "name": "count", "call_id": "c1"}], "type": '
            '"ToolCallExecutionEvent"}\r\n',
            '{"source": "scout", "content": "14 é", "type": "ToolCallSummaryMessage"}\n',
            '{"messages": [{"id": "1", "source": "user", "content": "How many?", "type": "TextMessage"}], '
            '"stop_reason": "Maximum number of turns 3 reached."}\n',
            "WARNING:root:not JSON\n",
        ),
    ),
    Log(
        "autogen04_core_events",
        '{"payload": "{}", "sender": null, "receiver": "a/b", "delivery_stage": "SEND", "type": "Message"}\n',
        (
            r'{"payload": "{\"message\":{\"id\":\"1\",\"source\":\"scout\",\"content\":\"14 é\",\"type\":'
            r'\"TextMessage\"}}", "sender": "scout_x/y", "delivery_stage": "SEND", "type": "Message"}'
            "\n",
            r'{"payload": "{\"body\":\"hello\"}", "sender": "a/b", "receiver": "c/d", "delivery_stage": "DELIVER"}'
            "\n",
            '{"type": "ToolCall", "tool_name": "count", "arguments": {"a": 1}, "result": "14", "agent_id": "a/b"}\r\n',
            '{"type": "LLMCall", "messages": [{"role": "system", "content": "Count."}], "response": {"choices": '
            '[{"message": {"role": "assistant", "content": "14"}}]}, "agent_id": "a/b"}\n',
            "a warning\n",
        ),
    ),
    Log(
        "codex_exec_stream",
        '{"type": "thread.started", "thread_id": "1"}\n',
        (
            '{"type": "item.completed", "item": {"id": "1", "type": "agent_message", "text": "é\\nx"}}\n',
            '{"type": "turn.completed", "usage": {"input_tokens": 1}}\n',
            "torn {\n",
        ),
    ),
)
