import { copyFile, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import { DATABASES } from '../support/databases.js';
import { endsFolder } from '../support/ends-logs.js';
import { openExchange, type Exchange } from '../support/exchange.js';
import { cancelWith, issueKey, revokeKey } from '../support/keys.js';
import { sha256 } from '../support/sha256.js';
import { useTestBed } from '../support/test-bed.js';
import { ask } from '../support/test-chain.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const [SQLITE, POSTGRES] = [DATABASES[0]!, DATABASES[1]!];

let folder: Awaited<ReturnType<typeof endsFolder>>;
beforeAll(async () => {
  folder = await endsFolder();
});
afterAll(() => folder.remove());

const placeMany = async (exchange: Exchange, count: number) => {
  const orders = Array.from({ length: count }, () => exchange.signedOrder({ amountIn: '1000000' }));
  for (const order of orders) expect(await exchange.place(order)).toMatchObject({ status: 200 });
  return orders;
};

const readLog = async (path: string): Promise<string> => {
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(basename(path)));
  return (await Promise.all(names.map((name) => readFile(join(dirname(path), name), 'utf8')))).join('');
};

/** What `/readyz` says once it has the status. */
async function untilReady(exchange: Exchange, wanted: number): Promise<string> {
  for await (const _tick of setInterval(50)) {
    const { status, body } = await ask(`${exchange.sluice().url}/readyz`);
    if (status === wanted) return JSON.stringify(body);
  }
  throw new Error('unreachable');
}

describe('a server whose log of ends takes nothing', () => {
  const bed = useTestBed(SQLITE.create);

  it('responds with 503 to cancels and revocations, ends nothing halfway, and says so until there is room', async () => {
    const path = join(dirname(folder.path), 'full.log');
    const exchange = await openExchange(bed.chain, `${bed.databaseUrl}.2`, { SLUICE_ENDS_LOG: path });
    closing.push(() => exchange.close());
    const wallet = bed.chain.devnet.accounts[0]!;
    const [sent, cancelled, byKey] = await placeMany(exchange, 3);
    const key = await issueKey(exchange, wallet);
    const month = `${path}.${new Date().toISOString().slice(0, 7)}`;
    await symlink('/dev/full', month);

    const refused = { status: 503, body: { error: expect.any(String), code: 'storage-unavailable' } };
    expect(await exchange.cancel(cancelled!.uuid)).toMatchObject(refused);
    expect(await cancelWith(exchange, key, byKey!.uuid)).toMatchObject(refused);
    expect(await revokeKey(exchange, key, wallet)).toMatchObject(refused);
    expect(await untilReady(exchange, 503)).toContain('the log of ends takes no writes');
    for (const { uuid } of [cancelled!, byKey!])
      expect((await exchange.read(`/orders/${uuid}`)).body.data).toMatchObject({ status: 'open' });
    expect(await exchange.eventTypes(cancelled!.uuid)).toEqual(['created']);
    // What ends nothing is served as ever.
    expect(await exchange.execute(sent!.uuid)).toMatchObject({ status: 200 });
    expect(await exchange.place(exchange.signedOrder())).toMatchObject({ status: 200 });

    await rm(month);
    await untilReady(exchange, 200);
    expect(await exchange.cancel(cancelled!.uuid)).toMatchObject({ status: 200 });
    expect(await cancelWith(exchange, key, byKey!.uuid)).toMatchObject({ status: 200 });
    expect(await revokeKey(exchange, key, wallet)).toMatchObject({ status: 200 });
    expect(await cancelWith(exchange, key, sent!.uuid)).toMatchObject({ status: 401 });

    const log = await readLog(path);
    expect(log.match(/ cancel /g)).toHaveLength(2);
    expect(log.match(/ revoke /g)).toHaveLength(1);
    for (const { uuid, signature } of [cancelled!, byKey!]) {
      expect(log).not.toContain(uuid);
      expect(log).not.toContain(signature);
      expect(log).toContain(handleOf(uuid as OrderUuid, sha256));
    }
    for (const secret of [key.apiKey, key.apiKey.slice(8), key.keyId, wallet.address])
      expect(log).not.toContain(secret);
  });
});

describe('two servers that write to one log of ends', () => {
  const bed = useTestBed(POSTGRES.create, []);

  it('have every cancel in it that they have told an owner, also when one is killed meanwhile', async () => {
    const path = join(dirname(folder.path), 'shared.log');
    const [one, two] = await Promise.all([1, 2].map(() => bed.open({ SLUICE_ENDS_LOG: path })));
    const orders = await placeMany(one!, 40);
    let acknowledged = 0;
    const told = new Set<string>();
    const cancels = orders.map(async ({ uuid }, n) => {
      const { status } = await (n % 2 === 0 ? one! : two!).cancel(uuid).catch(() => ({ status: 0 }));
      if (status !== 200) return;
      told.add(uuid);
      acknowledged += 1;
      if (acknowledged === 5) await one!.end('SIGKILL');
    });
    await Promise.all(cancels);
    await one!.start();
    const log = await readLog(path);
    expect(told.size).toBeGreaterThanOrEqual(20);
    for (const uuid of told) expect(log).toContain(` cancel ${handleOf(uuid as OrderUuid, sha256)}\n`);
    for (const line of log.split('\n')) expect(line).toMatch(/^$|^\S{24}$|^\S{24} cancel [0-9a-f-]{36}$/);
  });
});

describe('a disk that was set back as a whole', () => {
  const bed = useTestBed(SQLITE.create, []);

  it('reopens no order that was cancelled since and admits no key that was revoked, with a log of ends elsewhere', async () => {
    const path = join(dirname(folder.path), 'kept.log');
    const exchange = await bed.open({ SLUICE_ENDS_LOG: path, LOG_LEVEL: 'info' });
    const wallet = bed.chain.devnet.accounts[0]!;
    const [kept, cancelled] = await placeMany(exchange, 2);
    const key = await issueKey(exchange, wallet);
    const file = bed.databaseUrl.slice('sqlite:'.length);
    // The same files again: what tells copies apart goes back together with the database.
    const names = [file, `${file}.home`];
    await exchange.end('SIGTERM');
    for (const name of names) await copyFile(name, `${name}.snapshot`);
    await exchange.start();
    expect(await exchange.cancel(cancelled!.uuid)).toMatchObject({ status: 200 });
    expect(await revokeKey(exchange, key, wallet)).toMatchObject({ status: 200 });
    await exchange.end('SIGTERM');
    for (const name of names) await copyFile(`${name}.snapshot`, name);

    await exchange.start();
    await untilReady(exchange, 200);
    expect(exchange.sluice().log.join('\n')).toContain('the database went back in time');
    expect((await exchange.read(`/orders/${cancelled!.uuid}`)).body.data).toMatchObject({
      status: 'cancelled',
      cancelReason: 'owner',
    });
    expect(await cancelWith(exchange, key, kept!.uuid)).toMatchObject({ status: 401 });
    expect(await exchange.execute(kept!.uuid)).toMatchObject({ status: 200 });
  });
});
