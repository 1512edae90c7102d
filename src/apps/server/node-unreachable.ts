import { createNodeClient } from '../../adapters/stacks/index.js';

/** No node responds at the address: the program exits with 4. */
export class NodeUnreachable extends Error {
  override readonly name = 'NodeUnreachable';
}

/** @throws NodeUnreachable when no node responds at the address within some seconds. */
export async function requireNode(baseUrl: string, apiKey: string | undefined): Promise<void> {
  const node = createNodeClient({ baseUrl, apiKey });
  try {
    const tip = await node.tip();
    if (tip.ok) return;
    throw new NodeUnreachable(`no node responds at ${new URL(baseUrl).origin}: ${tip.error.reason}`);
  } finally {
    await node.close();
  }
}
