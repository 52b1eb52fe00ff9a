// @ts-check
// The TypeScript SDK 1.x.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { serve } from './lines.mjs';

await serve(async ({ carrier, name, program, environment, url, token }) => {
  const transport =
    carrier === 'stdio'
      ? new StdioClientTransport({ command: program, args: ['mcp'], env: environment })
      : new StreamableHTTPClientTransport(new URL(url), {
          requestInit: { headers: { Authorization: `Bearer ${token}` } },
        });
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: (tool, args, signal, progress) =>
      client.callTool({ name: tool, arguments: { ...args } }, undefined, {
        signal,
        onprogress: ({ message }) => progress(message ?? ''),
      }),
    resource: (uri) => client.readResource({ uri }),
    prompt: (prompt, args) => client.getPrompt({ name: prompt, arguments: { ...args } }),
    async close() {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
  };
});
