import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Caller } from '../../bench/attack/caller.js';
import { newWallet, orderBody, signed, type Market } from '../../bench/attack/wallets.js';
import { parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import { until } from '../support/own-cluster.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';
import { DEVNET_OPERATOR } from '../../dist/apps/devnet/index.js';

const SWAP = '/swap/api/v1';
/** Requests that one connection sends at once, and the number of such connections: more than a turn of the event loop serves. */
const [PIPELINED, CONNECTIONS] = [300, 10];
/** Reads that need a row each, several times the connections that a process has for callers. */
const DROWNING = 60;

describe('a server with more requests than it can serve', () => {
  let database: TestDatabase;
  let direct: DataSource;
  let sluice: SluiceProcess;
  let market: Market;
  let callers: Caller;

  beforeAll(async () => {
    database = await createDatabase();
    direct = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    // Reads that have waited for 5 ms are shed 20 ms after the first had to wait.
    sluice = await startSluice({ DATABASE_URL: database.url, SLUICE_SHED_AFTER_MS: '20' });
    callers = new Caller(sluice.url, '127.0.0.1', Infinity);
    // Its first prices come a moment after it serves.
    await until(async () => (await callers.send('/readyz')).status === 200);
    market = (await ask<Market>(`${sluice.url}/devnet`)).body;
  });
  afterAll(async () => {
    callers.close();
    await sluice.end('SIGTERM');
    await direct.destroy();
    await database.remove();
  });

  const place = async () => {
    const wallet = newWallet();
    const order = orderBody(market, wallet);
    const waiting = {
      ...order,
      conditionToken: order.outputToken,
      targetPrice: '999999999',
      direction: 'gt',
    };
    expect(await callers.send(`${SWAP}/orders/new`, { method: 'POST', json: waiting })).toMatchObject({
      status: 200,
    });
    return { wallet, uuid: order.uuid };
  };
  const cancel = ({ wallet, uuid }: Awaited<ReturnType<typeof place>>) =>
    callers.send(`${SWAP}/orders/${uuid}/cancel`, {
      method: 'PATCH',
      headers: { ...signed(sluice.url, wallet, { action: 'cancel_order', uuid }) },
      json: {},
    });
  const switchTo = async (...ways: readonly ('pause' | 'resume')[]) => {
    const {
      'x-message': message,
      'x-wallet-address': walletAddress,
      ...headers
    } = signed(sluice.url, DEVNET_OPERATOR, { action: 'operator_sign_in' });
    const json = { message, walletAddress };
    const { body } = await callers.send('/operator/api/v1/sessions', { method: 'POST', headers, json });
    const { token } = JSON.parse(body) as { readonly token: string };
    const statuses: number[] = [];
    for (const way of ways) {
      const session = { authorization: `Bearer ${token}` };
      statuses.push(
        (await callers.send(`/operator/api/v1/${way}`, { method: 'POST', headers: session, json: {} }))
          .status,
      );
    }
    return statuses;
  };
  const shedReads = async () => {
    const { body } = await callers.send('/metrics');
    return Number(/^sluice_http_requests_shed_total\{priority="read"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  };

  it('turns reads away, counts them, and cancels all the same', async () => {
    const orders = [await place(), await place(), await place()];
    const flooding = Array.from({ length: CONNECTIONS }, () => flood(sluice.url, market));
    expect((await Promise.all(orders.map(cancel))).map(({ status }) => status)).toEqual([200, 200, 200]);
    const answers = (await Promise.all(flooding)).flat();
    const shed = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
    expect(answers).toHaveLength(CONNECTIONS * PIPELINED);
    expect(answers.length - shed.length).toBeGreaterThan(0);
    expect(shed.length).toBeGreaterThan(0);
    expect(
      shed.every((answer) => /^Retry-After: 1\r$/m.test(answer) && answer.includes('"overloaded"')),
    ).toBe(true);
    expect(await shedReads()).toBe(shed.length);
    expect(sluice.log.filter((line) => line.includes('were turned away'))).toHaveLength(1);
    expect((await callers.send(`${SWAP}/orders?limit=1`)).status).toBe(200);
  });

  it('cancels, pauses and is ready while its connections to the database are drowned', async () => {
    const order = await place();
    const locker = direct.createQueryRunner();
    await locker.startTransaction();
    await locker.query('LOCK TABLE token_metadata IN ACCESS EXCLUSIVE MODE');
    let isLocked = true;
    const reads = Array.from({ length: DROWNING }, async (_, n) => {
      const { status } = await callers.send(
        `/metadata/api/v1/metadata/${market.accounts[0]!.address}.token-${n}`,
      );
      return { status, wasLocked: isLocked };
    });
    expect((await cancel(order)).status).toBe(200);
    expect(await switchTo('pause', 'resume')).toEqual([200, 200]);
    expect(await callers.send('/readyz')).toMatchObject({ status: 200 });
    isLocked = false;
    await locker.commitTransaction();
    await locker.release();
    expect((await Promise.all(reads)).filter(({ status, wasLocked }) => status < 500 && wasLocked)).toEqual(
      [],
    );
  });
});

/** Sends quotes of random amounts without waiting for their responses. Returns the responses. */
async function flood(url: string, { tokens }: Market): Promise<readonly string[]> {
  const { hostname, port } = new URL(url);
  const [from, to] = tokens.filter(({ type }) => type !== 'SUBNET').map(({ contractId }) => contractId);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(
    Array.from({ length: PIPELINED }, (_, n) => {
      const amount = 1_000_000 + Math.floor(Math.random() * 1e9);
      const end = n === PIPELINED - 1 ? 'Connection: close\r\n' : '';
      return `GET ${SWAP}/quote?tokenIn=${from}&tokenOut=${to}&amount=${amount} HTTP/1.1\r\nHost: ${hostname}\r\n${end}\r\n`;
    }).join(''),
  );
  await once(socket, 'close');
  return Buffer.concat(chunks)
    .toString()
    .split(/(?=HTTP\/1\.1 \d{3} )/);
}
