import { once } from 'node:events';
import { createServer } from 'node:http';
import { SystemClock } from '../../adapters/system/index.js';
import { printNote } from '../../adapters/terminal/index.js';
import { recentFlight } from '../../application/shared/single-flight.js';
import { gatewayApp } from '../../adapters/express/hummingbot/server.js';
import { signingFacts, type TradingOptions } from './service/trading.js';
import { openClient } from './service/service.js';
import { requireWallet } from './service/wallet.js';

/** Maximum age of the tokens, ms. */
const TOKENS_MAX_AGE_MS = 60_000;
const LOOPBACK = '127.0.0.1';

export interface GatewayOptions extends TradingOptions {
  readonly port: number;
  /** Time for which an execution waits for its block, ms. */
  readonly patience: number;
}

/** Serves Hummingbot's routes for one wallet until it is interrupted. Returns the exit code. */
export async function serveGateway(options: GatewayOptions): Promise<number> {
  const { network, accounts } = await signingFacts(options);
  const wallet = await requireWallet({ ...options, network, accounts });
  const client = openClient(options, { wallet, network });
  const tokens = recentFlight(async () => (await signingFacts(options)).tokens, {
    clock: new SystemClock(),
    maxAgeMs: TOKENS_MAX_AGE_MS,
  });
  const chainNetwork = `stacks-${network}`;
  const server = createServer(
    gatewayApp({
      ...{ client, owner: wallet.address, chainNetwork, patienceMs: options.patience },
      tokens: () => tokens(),
      // Only the name: a message may quote what was sent.
      onFailure: (error) => printNote(`a call failed: ${error instanceof Error ? error.name : 'unknown'}`),
    }),
  );
  server.listen(options.port, LOOPBACK);
  await once(server, 'listening');
  printNote(
    `http://${LOOPBACK}:${options.port} trades on ${chainNetwork} for ${wallet.address}. It signs without asking.`,
  );
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name)));
  server.close();
  server.closeAllConnections();
  return 0;
}
