// @ts-check
// The TypeScript SDK 2.x.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serve } from './lines.mjs';

await serve(async ({ carrier, version, name, program, environment, url, token }) => {
  const transport =
    carrier === 'stdio'
      ? new StdioClientTransport({ command: program, args: ['mcp'], env: environment })
      : new StreamableHTTPClientTransport(new URL(url), {
          requestInit: { headers: { Authorization: `Bearer ${token}` } },
        });
  const mode = version === 'sessions' ? 'legacy' : { pin: version };
  const options = /** @type {any} */ ({ versionNegotiation: { mode } });
  const client = new Client({ name, version: '1.0.0' }, options);
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: (tool, args, signal, progress) =>
      client.callTool(
        { name: tool, arguments: { ...args } },
        { signal, onprogress: ({ message }) => progress(message ?? '') },
      ),
    resource: (uri) => client.readResource({ uri }),
    prompt: (prompt, args) => client.getPrompt({ name: prompt, arguments: { ...args } }),
    async close() {
      const ends = transport instanceof StreamableHTTPClientTransport && version === 'sessions';
      if (ends) await transport.terminateSession();
      await client.close();
    },
  };
});
