import { createNodeClient } from '../../adapters/stacks/index.js';

const SILENT = {
  server: {
    what: 'server',
    advice: 'start one with sluice serve, or name the address of a running one with --url',
  },
  node: {
    what: 'Stacks node',
    advice: 'STACKS_API_URL names the node; on a devnet the server names it',
  },
} as const;

/** Error when nothing responds at the address of the server or the node. The program then exits with 4. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';

  constructor(whose: keyof typeof SILENT, url: string, reason: string) {
    const { what, advice } = SILENT[whose];
    super(`no ${what} responds at ${new URL(url).origin} (${reason}): ${advice}`);
  }
}

/** @throws NoResponse if no node responds at the address within some seconds. */
export async function requireNode(baseUrl: string, apiKey: string | undefined): Promise<void> {
  const node = createNodeClient({ baseUrl, apiKey });
  try {
    const tip = await node.tip();
    if (!tip.ok) throw new NoResponse('node', baseUrl, tip.error.reason);
  } finally {
    await node.close();
  }
}
