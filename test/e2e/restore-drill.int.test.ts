import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { backUp } from '../support/backup.js';
import { DATABASES } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { cancelWith, issueKey, revokeKey, type IssuedKey } from '../support/keys.js';
import { runCommand } from '../support/run-command.js';
import { useTestBed } from '../support/test-bed.js';

/** `npm run test:restore` goes through 20 rounds on each database. */
const ROUNDS = process.env.RESTORE === 'full' ? 20 : 1;
/** The first two rounds each execute, cancel and keep orders of before the backup, and execute others; one mines them. */
const SEED = 8966;

/** What happens to an order, or to a key, and when: before the backup, after it, or never. */
type When = 'before' | 'after' | 'never';
const when = fc.constantFrom<When>('before', 'after', 'after', 'never');

interface Drill {
  readonly orders: readonly { readonly placed: When; readonly then: 'cancel' | 'execute' | 'stay' }[];
  readonly keys: readonly When[];
  readonly isMined: boolean;
}

const anyDrill: fc.Arbitrary<Drill> = fc.record({
  orders: fc.array(
    fc.record({
      placed: fc.constantFrom<When>('before', 'before', 'after'),
      then: fc.constantFrom('cancel', 'execute', 'stay'),
    }),
    { minLength: 4, maxLength: 8 },
  ),
  keys: fc.array(when, { minLength: 1, maxLength: 3 }),
  isMined: fc.boolean(),
});

interface DrilledOrder {
  readonly uuid: string;
  readonly placed: When;
  readonly then: 'cancel' | 'execute' | 'stay';
}

describe.each(DATABASES)('restore drills with a log of ends, on $name', ({ name, create }) => {
  const ends = join(tmpdir(), `sluice-test-ends-${randomUUID()}`);
  const settings = { SLUICE_ENDS_LOG: join(ends, 'ends.log') };
  const bed = useTestBed(create, [settings]);
  afterAll(() => rm(ends, { recursive: true, force: true }));

  const place = async (exchange: Exchange): Promise<string> => {
    const order = exchange.signedOrder({ amountIn: '1000000' });
    expect(await exchange.place(order)).toMatchObject({ status: 200 });
    return order.uuid;
  };

  const drill = async ({ orders, keys, isMined }: Drill): Promise<void> => {
    const { exchange } = bed;
    const wallet = bed.chain.devnet.accounts[0]!;
    const placed: DrilledOrder[] = [];
    const placeAll = async (at: When) => {
      for (const order of orders)
        if (order.placed === at) placed.push({ ...order, uuid: await place(exchange) });
    };
    const issued: { readonly key: IssuedKey; readonly revoked: When }[] = [];
    await placeAll('before');
    for (const revoked of keys) issued.push({ key: await issueKey(exchange, wallet), revoked });
    for (const { key, revoked } of issued) if (revoked === 'before') await revokeKey(exchange, key, wallet);
    const restore = await backUp(name, exchange, bed.databaseUrl);

    await placeAll('after');
    const first = await bed.chain.operatorNonce();
    let sent = 0;
    for (const { uuid, then } of placed) {
      if (then === 'cancel') expect(await exchange.cancel(uuid)).toMatchObject({ status: 200 });
      if (then === 'execute') {
        expect(await exchange.execute(uuid)).toMatchObject({ status: 200 });
        sent += 1;
      }
    }
    for (const { key, revoked } of issued)
      if (revoked === 'after') expect(await revokeKey(exchange, key, wallet)).toMatchObject({ status: 200 });
    if (isMined) await bed.chain.control('/mine');
    await exchange.end('SIGKILL');
    await restore();

    const env = { DATABASE_URL: bed.databaseUrl, SLUICE_NETWORK: 'devnet', ...settings };
    const reconciled = await runCommand('reconcile', [], { ...env, STACKS_API_URL: bed.chain.proxy.url });
    expect(reconciled).toMatchObject({ code: 0 });
    expect(reconciled.stdout).toContain('the database is released');

    await exchange.start();
    for (const { uuid, then, placed: at } of placed) {
      if (at === 'after' && then !== 'execute') continue;
      const order = await exchange.read(`/orders/${uuid}`);
      // What is in the mempool, and was placed after the backup, is recorded when it is mined.
      if (order.status === 404) {
        expect({ at, isMined }).toEqual({ at: 'after', isMined: false });
        continue;
      }
      const expected = then === 'cancel' ? 'cancelled' : then === 'stay' ? 'open' : /broadcasted|confirmed/;
      expect(order.body.data['status']).toMatch(expected);
      if (then !== 'stay') expect((await exchange.execute(uuid)).status).not.toBe(503);
    }
    await bed.chain.control('/mine');
    for (const { uuid, then, placed: at } of placed)
      if (then === 'execute' && at === 'before') await exchange.until(uuid, 'confirmed');
    expect(await bed.chain.operatorNonce()).toBe(first + sent);
    for (const { uuid, then, placed: at } of placed)
      if (then === 'stay' && at === 'before')
        expect(await exchange.cancel(uuid)).toMatchObject({ status: 200 });
    const spare = await place(exchange);
    for (const { key, revoked } of issued)
      expect((await cancelWith(exchange, key, spare)).status).toBe(revoked === 'never' ? 200 : 401);
  };

  it(`send no order twice and no cancelled one, and revive no key, over ${ROUNDS} rounds that ask the operator nothing`, async () => {
    // Other rounds on each database.
    const start = DATABASES.findIndex((database) => database.name === name) * ROUNDS;
    const rounds = fc.sample(anyDrill, { seed: SEED, numRuns: start + ROUNDS }).slice(start);
    for (const round of rounds) await drill(round);
    expect(rounds).toHaveLength(ROUNDS);
  }, 1_200_000);
});
