import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { DATABASES, type EndToEndDatabase } from '../support/databases.js';
import type { Exchange, OrderView } from '../support/exchange.js';
import { copyDatabase } from '../support/postgres.js';
import { runCommand } from '../support/run-command.js';
import { useTestBed } from '../support/test-bed.js';

/** `npm run test:restore` executes 50 orders after the backup. */
const ORDERS = process.env.RESTORE === 'full' ? 50 : 4;

/** Takes a backup of a server's database; the function it returns restores it, with the server stopped. */
async function backUp(
  name: EndToEndDatabase['name'],
  exchange: Exchange,
  url: string,
): Promise<() => Promise<void>> {
  if (name === 'Postgres') {
    // Postgres copies a database only while nothing is connected to it.
    await exchange.end('SIGTERM');
    const copy = await copyDatabase(url);
    await exchange.start();
    return () => copy.putBack();
  }
  const file = `${url.slice('sqlite:'.length)}.${randomUUID()}.backup`;
  const backup = await runCommand('backup', [file], { DATABASE_URL: url });
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  return async () => {
    const restored = await runCommand('restore', [file], { DATABASE_URL: url });
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('sluice reconcile');
  };
}

describe.each(DATABASES)('a restored backup, on $name', ({ name, create }) => {
  const bed = useTestBed(create);

  const placeMany = async (exchange: Exchange) => {
    const orders = Array.from({ length: ORDERS }, () => exchange.signedOrder({ amountIn: '1000000' }));
    for (const order of orders) expect(await exchange.place(order)).toMatchObject({ status: 200 });
    return orders.map(({ uuid }) => uuid);
  };

  it('agrees with the chain about every order that was executed after it, and sends none of them again', async () => {
    const { exchange } = bed;
    const uuids = await placeMany(exchange);
    const restore = await backUp(name, exchange, bed.databaseUrl);
    const before: OrderView[] = [];
    for (const uuid of uuids) {
      expect(await exchange.execute(uuid)).toMatchObject({ status: 200 });
      await bed.chain.control('/mine');
      before.push(await exchange.until(uuid, 'confirmed'));
    }
    const late = exchange.signedOrder();
    const nonce = await bed.chain.operatorNonce();
    await exchange.end('SIGTERM');
    await restore();

    const env = {
      DATABASE_URL: bed.databaseUrl,
      SLUICE_NETWORK: 'devnet',
      STACKS_API_URL: bed.chain.proxy.url,
    };
    const reconciled = await runCommand('reconcile', [], env);
    expect(reconciled).toMatchObject({ code: 0 });
    expect(reconciled.stdout).toContain(
      `${ORDERS} orders compared with the chain: ${ORDERS} corrected, 0 paid`,
    );

    await exchange.start();
    for (const [n, uuid] of uuids.entries()) {
      const { txid, executedAmountIn, executedAmountOut, blockHeight } = before[n]!;
      const paid = { status: 'confirmed', txid, executedAmountIn, executedAmountOut, blockHeight };
      expect((await exchange.read(`/orders/${uuid}`)).body.data).toMatchObject(paid);
      expect(await exchange.execute(uuid)).toMatchObject({ status: 400 });
    }
    expect(await exchange.place(late)).toMatchObject({ status: 200 });
    expect(await exchange.execute(late.uuid)).toMatchObject({ status: 200 });
    await bed.chain.control('/mine');
    await exchange.until(late.uuid, 'confirmed');
    expect(await bed.chain.operatorNonce()).toBe(nonce + 1);
  }, 300_000);

  it('finds a paid order by itself when it is executed, even without being reconciled', async () => {
    const { exchange } = bed;
    const [uuid] = await placeMany(exchange);
    const restore = await backUp(name, exchange, bed.databaseUrl);
    await exchange.execute(uuid!);
    await bed.chain.control('/mine');
    const { txid } = await exchange.until(uuid!, 'confirmed');
    const nonce = await bed.chain.operatorNonce();
    await exchange.end('SIGTERM');
    await restore();
    await exchange.start();
    expect(await exchange.execute(uuid!)).toMatchObject({ status: 400 });
    expect(await exchange.until(uuid!, 'confirmed')).toMatchObject({ txid });
    expect(await bed.chain.operatorNonce()).toBe(nonce);
  }, 120_000);
});

describe('backup and restore of an SQLite database', () => {
  const bed = useTestBed(DATABASES[0]!.create);
  const backupOf = (url: string) => `${url.slice('sqlite:'.length)}.backup`;

  it('refuse to overwrite a backup, to restore what is no backup, and to replace a database in use', async () => {
    const env = { DATABASE_URL: bed.databaseUrl };
    const file = backupOf(bed.databaseUrl);
    expect(await runCommand('backup', [file], env)).toMatchObject({ code: 0 });
    expect(await runCommand('backup', [file], env)).toMatchObject({
      code: 1,
      stderr: `${file} exists already\n`,
    });
    const none = await runCommand('restore', [fileURLToPath(import.meta.url)], env);
    expect(none).toMatchObject({ code: 1 });
    expect(none.stderr).toMatch(/is no SQLite database|is damaged|file is not a database/);
    const inUse = await runCommand('restore', [file], env);
    expect(inUse).toMatchObject({ code: 1 });
    expect(inUse.stderr).toMatch(/is in use by process \d+ on .+: stop it first/);
    expect(existsSync(bed.databaseUrl.slice('sqlite:'.length))).toBe(true);
    expect(await bed.exchange.place(bed.exchange.signedOrder())).toMatchObject({ status: 200 });
    await rm(file);
  });
});
