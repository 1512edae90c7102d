import { printNote } from '../../adapters/terminal/index.js';
import { docsIn } from '../mcp/doc-resources.js';
import { mcpTools } from '../mcp/tools.js';
import { serveOnStdio } from '../mcp/stdio.js';
import { docsFolder, programVersion } from '../server/installation.js';
import { reaching } from './service/service.js';
import { keptFacts, type TradingOptions } from './service/trading.js';

/** Serves MCP on stdin and stdout until the client closes stdin. Returns the exit code. */
export async function serveMcp(options: Omit<TradingOptions, 'wallet' | 'keyFile'>): Promise<number> {
  const { url } = options;
  await serveOnStdio({
    tools: mcpTools(),
    context: { url, audience: url, fetch: reaching(url), now: Date.now, facts: keptFacts(options) },
    docs: docsIn(docsFolder()),
    version: programVersion(),
    // Only the name: the message of an unexpected error may quote an argument.
    onFailure: (error) => printNote(`a call failed: ${error instanceof Error ? error.name : 'unknown'}`),
  });
  return 0;
}
