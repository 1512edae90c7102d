import { once } from 'node:events';
import { createServer } from 'node:http';
import { printNote } from '../../adapters/terminal/index.js';
import { gatewayApp } from '../../adapters/express/hummingbot/server.js';
import { interrupted } from './interrupted.js';
import { keptFacts, type TradingOptions } from './service/trading.js';
import { openClient } from './service/service.js';
import { requireWallet } from './service/wallet.js';

const LOOPBACK = '127.0.0.1';

export interface GatewayOptions extends TradingOptions {
  readonly port: number;
  /** Time for which an execution waits for its block, ms. */
  readonly patience: number;
}

/** Serves Hummingbot's routes for one wallet until it is interrupted. Returns the exit code. */
export async function serveGateway(options: GatewayOptions): Promise<number> {
  const facts = keptFacts(options);
  const { network, accounts } = await facts();
  const wallet = await requireWallet({ ...options, network, accounts });
  const client = openClient(options, { wallet, network });
  const chainNetwork = `stacks-${network}`;
  const server = createServer(
    gatewayApp({
      ...{ client, owner: wallet.address, chainNetwork, patienceMs: options.patience },
      tokens: async () => (await facts()).tokens,
      // Only the name: a message may quote what was sent.
      onFailure: (error) => printNote(`a call failed: ${error instanceof Error ? error.name : 'unknown'}`),
    }),
  );
  server.listen(options.port, LOOPBACK);
  await once(server, 'listening');
  printNote(
    `http://${LOOPBACK}:${options.port} trades on ${chainNetwork} for ${wallet.address}. It signs without asking.`,
  );
  await interrupted();
  server.close();
  server.closeAllConnections();
  return 0;
}
