"""The Python SDK, `mcp`."""

import asyncio
from contextlib import asynccontextmanager

import httpx2
from lines import plain, serve
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation


class Adapter:
    def __init__(self, client):
        self.client = client

    async def tools(self):
        return [plain(tool) for tool in (await self.client.list_tools()).tools]

    async def call(self, tool, arguments, progress):
        return plain(await self.client.call_tool(tool, arguments, progress_callback=progress))

    async def resource(self, uri):
        return plain(await self.client.read_resource(uri))

    async def prompt(self, name, arguments):
        return plain(await self.client.get_prompt(name, arguments))


@asynccontextmanager
async def connect(place):
    if place["carrier"] == "stdio":
        transport = stdio_client(
            StdioServerParameters(command=place["program"], args=["mcp"], env=place["environment"])
        )
    else:
        headers = {"Authorization": f"Bearer {place['token']}"}
        http = httpx2.AsyncClient(headers=headers, timeout=60)
        transport = streamable_http_client(place["url"], http_client=http)
    mode = "legacy" if place["version"] == "sessions" else place["version"]
    info = Implementation(name=place["name"], version="1.0.0")
    async with Client(transport, client_info=info, mode=mode) as client:
        yield Adapter(client)


asyncio.run(serve(connect))
