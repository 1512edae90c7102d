import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpServer, type McpParts } from './server.js';

/** Serves one client on stdin and stdout until it closes stdin. */
export async function serveOnStdio(parts: McpParts): Promise<void> {
  const closed = once(process.stdin, 'close');
  const served = serveStdio(() => mcpServer(parts));
  await closed;
  await served.close();
}
