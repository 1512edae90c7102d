import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import type { Address } from '../../src/domain/shared/address.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { anEvent, anOpenOrder, uuidOf } from '../support/builders.js';
import { DATABASES } from '../support/databases.js';
import { readEvents, type EventReader } from '../support/event-source.js';
import type { Exchange } from '../support/exchange.js';
import { useTestBed } from '../support/test-bed.js';

/** `npm run test:streams` kills 20 times. */
const KILLS = Number(process.env.STREAM_KILLS ?? 2);
const EVENTS_BETWEEN_KILLS = 15;
const DEADLINE_MS = 60_000;

describe.each(DATABASES)('streams of orders, on $name', ({ name, create }) => {
  // Orders never become due, so that only this test appends events.
  const settings = { SLUICE_ROLES: 'api', SLUICE_EVENT_STREAMS_PER_ADDRESS: '5' };
  const bed = useTestBed(create, name === 'Postgres' ? [settings, settings] : [settings]);

  // Closed before the bed removes the database.
  describe('of servers that are killed or stopped', () => {
    let storage: Storage;
    let owner: Address;

    beforeAll(async () => {
      storage = await openStorage(bed.databaseUrl);
      owner = bed.chain.devnet.accounts[0]!.address as Address;
      unwrap(await storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(1), owner })));
    });
    afterAll(() => storage.close());

    const path = () => `/orders/stream?owner=${owner}`;

    it(
      'misses and repeats no event',
      async () => {
        const { feed, events } = storage.ports;
        await events.append({ uuid: uuidOf(1), event: anEvent() });
        const start = await feed.newest();
        const seen: number[] = [];
        let lastId = String(start);
        let heard = () => {};
        const state = { isWriting: true, isOver: false, at: 0 };
        let current: EventReader | undefined;

        const reading = (async () => {
          for (let turn = 0; !state.isOver; turn++) {
            state.at = turn % bed.exchanges.length;
            const reader = await open(bed.exchanges[state.at]!, {
              'last-event-id': lastId,
            });
            if (reader === undefined) continue;
            current = reader;
            for (let event = await reader.next(); event !== undefined; event = await reader.next()) {
              if (event.type === 'resync') throw new Error('the stream begins again');
              if (event.type === 'order') seen.push((event.data as { position: number }).position);
              lastId = event.id ?? lastId;
              heard();
            }
          }
        })();
        const writing = (async () => {
          while (state.isWriting) {
            await events.append({ uuid: uuidOf(1), event: anEvent({ type: 'waiting' }) });
            await setTimeout(5);
          }
        })();

        for (let kill = 1; kill <= KILLS; kill++) {
          const target = seen.length + EVENTS_BETWEEN_KILLS;
          const until = performance.now() + DEADLINE_MS;
          while (seen.length < target && performance.now() < until)
            await Promise.race([new Promise<void>((resolve) => (heard = resolve)), setTimeout(1_000)]);
          expect(seen.length).toBeGreaterThanOrEqual(target);
          const exchange = bed.exchanges[state.at]!;
          await exchange.end('SIGKILL');
          await exchange.start();
        }
        state.isWriting = false;
        await writing;
        const newest = await feed.newest();
        while (seen.at(-1) !== newest)
          await Promise.race([new Promise<void>((resolve) => (heard = resolve)), setTimeout(1_000)]);
        state.isOver = true;
        current!.close();
        await reading;

        const stored = await feed.read({ after: start, limit: 1_000_000 });
        expect(seen).toEqual(stored.map(({ position }) => position));
      },
      KILLS * 30_000 + DEADLINE_MS,
    );

    it('end with the process, which they do not delay', async () => {
      const exchange = bed.exchanges[0]!;
      const reader = (await open(exchange))!;
      await reader.until('synced');
      const ended = once(reader.response, 'close');
      await exchange.end('SIGTERM');
      await ended;
      expect(reader.response.complete).toBe(true);
      expect(exchange.sluice().log.join('\n')).not.toContain('cut off');
      await exchange.start();
    });

    /** Undefined while the server does not listen. */
    async function open(
      exchange: Exchange,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<EventReader | undefined> {
      try {
        const reader = await readEvents(`${exchange.sluice().swap}${path()}`, { headers });
        if (reader.status === 200) return reader;
        reader.close();
      } catch (error) {
        if (!['ECONNREFUSED', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw error;
      }
      await setTimeout(20);
      return undefined;
    }
  });
});
