"""browser-use's description of a page, as its agent sends it to a model. One line of JSON asks, one answers."""

import asyncio
import json
import sys

from browser_use.agent.prompts import AgentMessagePrompt
from browser_use.browser.session import BrowserSession
from browser_use.dom.views import DEFAULT_INCLUDE_ATTRIBUTES


async def describe(session: BrowserSession, url: str) -> str:
    tabs = [tab for tab in await session.get_tabs() if tab.url.startswith(url)]
    if not tabs:
        raise RuntimeError(f"no tab shows {url}")
    await session.get_or_create_cdp_session(tabs[0].target_id, focus=True)
    state = await session.get_browser_state_summary(include_screenshot=False)
    prompt = AgentMessagePrompt(state, None, include_attributes=DEFAULT_INCLUDE_ATTRIBUTES)
    return prompt._get_browser_state_description()


async def main(cdp_url: str) -> None:
    session = BrowserSession(cdp_url=cdp_url, keep_alive=True)
    await session.start()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        try:
            answer = {"text": await describe(session, json.loads(line)["url"])}
        except Exception as error:  # Whatever it is, the other columns are measured.
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


asyncio.run(main(sys.argv[1]))
