import type { Command } from 'commander';
import { command, runs } from './command.js';
import { urlOption } from './options.js';
import { withNetwork } from './wallet-options.js';

export const mcpCommand = (): Command =>
  withNetwork(
    command('mcp', {
      description:
        'Serves agents a running server’s tools over MCP, on stdin and stdout. It holds no key: what a wallet must sign is ' +
        'returned unsigned, and sent only with a signature or an API key that comes with the call.',
      examples: [
        [
          'sluice mcp --url https://dex.example.org',
          'for an agent that starts it, and ends it by closing stdin',
        ],
        [
          'claude mcp add sluice -- npx sluice mcp',
          'registers it with an agent, for the server on this machine',
        ],
      ],
    }).addOption(urlOption()),
  ).action(runs(() => import('../mcp.js'), 'serveMcp'));
