import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { backUp } from '../support/backup.js';
import { DATABASES } from '../support/databases.js';
import type { Exchange, OrderView } from '../support/exchange.js';
import { cancelWith, issueKey, revokeKey } from '../support/keys.js';
import { runCommand } from '../support/run-command.js';
import { useTestBed } from '../support/test-bed.js';
import { ask } from '../support/test-chain.js';

/** `npm run test:restore` executes 50 orders after the backup, and makes every test on both databases. */
const FULL = process.env.RESTORE === 'full';
const ORDERS = FULL ? 50 : 2;

describe.each(DATABASES)('a restored backup, on $name', ({ name, create }) => {
  const bed = useTestBed(create);
  /** Whether to try here what is no matter of the database once it is restored: the first test and the drills restore both. */
  const isTriedHere = (wanted: string) => FULL || name === wanted;
  const settings = () => ({
    DATABASE_URL: bed.databaseUrl,
    SLUICE_NETWORK: 'devnet',
    STACKS_API_URL: bed.chain.proxy.url,
  });

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

    const env = settings();
    const reconciled = await runCommand('reconcile', ['--keep-open'], env);
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

  if (isTriedHere('SQLite'))
    it('records an order that it lacks as far as the chain knows it, when the chain shows it paid', async () => {
      const { exchange } = bed;
      const restore = await backUp(name, exchange, bed.databaseUrl);
      const terms = { amountIn: '1000000', minAmountOut: '1', conditionToken: '*', targetPrice: '0' };
      const lost = exchange.signedOrder({ ...terms, direction: 'gt' });
      expect(await exchange.place(lost)).toMatchObject({ status: 200 });
      await exchange.until(lost.uuid, 'broadcasted');
      await bed.chain.control('/mine');
      const { txid, blockHeight } = await exchange.until(lost.uuid, 'confirmed');
      const nonce = await bed.chain.operatorNonce();
      await exchange.end('SIGKILL');
      await restore();

      const env = settings();
      const reconciled = await runCommand('reconcile', ['--keep-open'], env);
      expect(reconciled.stdout).toContain('1 paid orders recorded that the database did not have');
      await exchange.start();
      const { owner, recipient, inputToken, outputToken, amountIn, router } = lost;
      const { data } = (await exchange.read(`/orders/${lost.uuid}`)).body;
      expect(data).toMatchObject({ owner, recipient, inputToken, outputToken, amountIn, router });
      expect(data).toMatchObject({ status: 'confirmed', txid, blockHeight });
      for (const field of ['minAmountOut', 'conditionToken', 'targetPrice'])
        expect(data[field] ?? undefined).toBeUndefined();
      expect(await exchange.execute(lost.uuid)).toMatchObject({ status: 400 });
      expect((await exchange.place(lost)).status).toBe(409);
      const again = await runCommand('reconcile', [], env);
      expect(again).toMatchObject({ code: 0 });
      expect(again.stdout).toContain('0 paid orders recorded that the database did not have');
      expect(await bed.chain.operatorNonce()).toBe(nonce);
    });

  if (isTriedHere('Postgres'))
    it('starts paused, and sends nothing and admits no key until the operator has said what becomes of what was open', async () => {
      const { exchange } = bed;
      const [wallet] = bed.chain.devnet.accounts;
      const [kept, cancelled] = await placeMany(exchange);
      const key = await issueKey(exchange, wallet!);
      const restore = await backUp(name, exchange, bed.databaseUrl);
      expect(await exchange.cancel(cancelled!)).toMatchObject({ status: 200 });
      expect(await revokeKey(exchange, key, wallet!)).toMatchObject({ status: 200 });
      const nonce = await bed.chain.operatorNonce();
      await exchange.end('SIGTERM');
      await restore();
      await exchange.start();

      const ready = await ask<{ sending: object }>(`${exchange.sluice().url}/readyz`);
      expect(ready).toMatchObject({ status: 200, body: { status: 'degraded' } });
      expect(JSON.stringify(ready.body.sending)).toContain('the database is a restored copy as of');
      expect((await exchange.read('/sending')).body).toMatchObject({ stops: [{ reason: 'restored' }] });
      expect(exchange.sluice().log.join('\n')).toContain(
        'the database is a restored copy: until sluice reconcile',
      );
      for (const uuid of [kept!, cancelled!])
        expect(await exchange.execute(uuid)).toMatchObject({ status: 503, body: { code: 'restored' } });
      expect(await cancelWith(exchange, key, kept!)).toMatchObject({
        status: 503,
        body: { code: 'revocations-unknown' },
      });
      const env = settings();
      const doctor = await runCommand('doctor', [], env);
      expect(doctor.stdout).toContain('is a restored copy');

      const asked = await runCommand('reconcile', [], env);
      expect(asked.code).toBe(1);
      expect(asked.stdout).toContain('--cancel-open-before <time>');
      expect(await exchange.execute(kept!)).toMatchObject({ status: 503 });
      const before = new Date().toISOString();
      const cut = await runCommand('reconcile', ['--cancel-open-before', before], env);
      expect(cut).toMatchObject({ code: 0 });
      expect(cut.stdout).toContain('the database is released');
      for (const uuid of [kept!, cancelled!])
        expect((await exchange.read(`/orders/${uuid}`)).body.data).toMatchObject({
          status: 'cancelled',
          cancelReason: 'restored',
        });
      await released(exchange);
      expect(await cancelWith(exchange, key, kept!)).toMatchObject({ status: 401 });
      expect(await bed.chain.operatorNonce()).toBe(nonce);
    });
});

/** A server sees within a second that a command has released the database. */
async function released(exchange: Exchange): Promise<void> {
  for await (const _tick of setInterval(50)) {
    const { body } = await ask<{ status: string }>(`${exchange.sluice().url}/readyz`);
    if (body.status === 'ready') return;
  }
}

describe('backup and restore of an SQLite database', () => {
  const bed = useTestBed(DATABASES[0]!.create);
  const backupOf = (url: string) => `${url.slice('sqlite:'.length)}.backup`;

  it('refuse to overwrite a backup, to restore a file that is not a backup, and to replace a database in use', async () => {
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
