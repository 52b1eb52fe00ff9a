"""What an adapter is to the runner: a process that takes a request per line and answers with a line."""

import asyncio
import json
import sys


def plain(model):
    return model.model_dump(by_alias=True, exclude_none=True, mode="json")


async def serve(connect):
    """Serves until the runner says goodbye. `connect` gives an async context manager around an adapter."""
    loop = asyncio.get_running_loop()
    calls = {}
    tasks = set()

    def say(line):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    def answered(number, task):
        tasks.discard(task)
        calls.pop(number, None)
        if task.cancelled():
            say({"id": number, "error": {"message": "cancelled"}})
        elif task.exception():
            error = task.exception()
            code = getattr(getattr(error, "error", None), "code", None)
            say({"id": number, "error": {"code": code, "message": f"{type(error).__name__}: {error}"}})
        else:
            say({"id": number, "result": task.result()})

    first = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    async with connect(first["params"]) as adapter:
        say({"id": first["id"], "result": {}})
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            request = json.loads(line)
            number, method, params = request["id"], request["method"], request.get("params", {})
            if method == "cancel":
                if task := calls.get(params["id"]):
                    task.cancel()
                continue
            if method == "close":
                break
            if method == "call":
                async def progress(_done, _total=None, message=None, number=number):
                    say({"id": number, "progress": message or ""})

                work = adapter.call(params["tool"], params["arguments"], progress)
            elif method == "tools":
                work = adapter.tools()
            elif method == "resource":
                work = adapter.resource(params["uri"])
            else:
                work = adapter.prompt(params["name"], params["arguments"])
            task = asyncio.ensure_future(work)
            calls[number] = task
            tasks.add(task)
            task.add_done_callback(lambda task, number=number: answered(number, task))
    say({"id": number, "result": {}})
