"""`fastmcp`."""

import asyncio
from contextlib import asynccontextmanager

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from lines import plain, serve
from mcp_types import Implementation


class Adapter:
    def __init__(self, client):
        self.client = client

    async def tools(self):
        return [plain(tool) for tool in await self.client.list_tools()]

    async def call(self, tool, arguments, progress):
        return plain(await self.client.call_tool_mcp(tool, arguments, progress_handler=progress))

    async def resource(self, uri):
        return {"contents": [plain(part) for part in await self.client.read_resource(uri)]}

    async def prompt(self, name, arguments):
        return plain(await self.client.get_prompt(name, arguments))


@asynccontextmanager
async def connect(place):
    if place["carrier"] == "stdio":
        transport = StdioTransport(place["program"], ["mcp"], env=place["environment"], keep_alive=False)
    else:
        headers = {"Authorization": f"Bearer {place['token']}"}
        transport = StreamableHttpTransport(place["url"], headers=headers)
    mode = "legacy" if place["version"] == "sessions" else place["version"]
    info = Implementation(name=place["name"], version="1.0.0")
    async with Client(transport, client_info=info, mode=mode) as client:
        yield Adapter(client)


asyncio.run(serve(connect))
