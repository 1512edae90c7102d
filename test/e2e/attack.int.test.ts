import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAttack } from '../../bench/attack/attacker.js';
import { ATTACKS } from '../../bench/attack/attacks.js';
import { startProbes } from '../../bench/attack/probes.js';
import { quietBook } from '../../bench/attack/quiet-book.js';
import { OrderBook } from '../../bench/support/order-book.js';
import { loadOrders, sqliteLoader } from '../../bench/support/order-load.js';
import type { Market } from '../../bench/attack/wallets.js';
import { temporarySqlite } from '../support/harnesses.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';

// The attacks of `npm run attack`, each with a few clients on a small book, until honest callers had what they came for.

const ORDERS = 20_000;
const SHARE_OF_CLIENTS = 0.05;
const CREATES = 3;

describe('a server under attack', () => {
  let database: Awaited<ReturnType<typeof temporarySqlite>>;
  let sluice: SluiceProcess;
  let market: Market;

  beforeAll(async () => {
    database = await temporarySqlite();
    const loader = await sqliteLoader(database.url.slice('sqlite:'.length));
    await loadOrders(quietBook(new OrderBook(ORDERS), Date.now()), [loader]);
    sluice = await startSluice({
      DATABASE_URL: database.url,
      SLUICE_BLOCK_MS: '100',
      SLUICE_EXECUTOR_MS: '100',
      LOG_LEVEL: 'info',
    });
    market = (await ask<Market>(`${sluice.url}/devnet`)).body;
  });
  afterAll(async () => {
    await sluice.end('SIGKILL');
    await database.remove();
  });

  it.each(ATTACKS.map((attack) => [`${attack.name}, ${attack.clients} clients`, attack] as const))(
    'serves its honest callers while strangers try: %s',
    async (_title, attack) => {
      const clients = Math.ceil(attack.clients * SHARE_OF_CLIENTS);
      const running = await startAttack({ ...attack, clients }, sluice.url, market);
      const probes = startProbes(sluice.url, market);
      const { create, sent, failures } = probes.probed;
      for await (const _tick of setInterval(20))
        if (failures.length > 0 || (create.length >= CREATES && sent.length > 0)) break;
      const statuses = await running.stop();
      await probes.stop();
      expect(failures).toEqual([]);
      expect(Object.keys(statuses)).not.toContain('500');
    },
  );
});
