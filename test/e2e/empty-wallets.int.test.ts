import { randomBytes } from 'node:crypto';
import { getAddressFromPrivateKey } from '@stacks/transactions';
import { afterAll, describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { FIRES_AT_ONCE } from '../support/executor-runs.js';
import { ask } from '../support/test-chain.js';
import { useTestBed } from '../support/test-bed.js';

/** `npm run test:flood` places the orders of 1,500 wallets beside an allowance of 850 requests a minute, and prints the waits. */
const FULL = process.env.FLOOD === 'full';
const EMPTY = FULL ? 1_500 : 300;
const PER_MINUTE = 850;
const HONEST = 8;
const BATCH = 100;
const DEADLINE_MS = 120_000;

const newWallet = () => {
  const privateKey = `${randomBytes(32).toString('hex')}01`;
  return {
    name: 'empty',
    publicKey: '',
    privateKey,
    address: getAddressFromPrivateKey(privateKey, 'devnet'),
  };
};

describe.each(onlyOn('SQLite'))('orders of empty wallets, on $name', ({ create }) => {
  const bed = useTestBed(create, [{ STACKS_API_RPM: String(PER_MINUTE), SLUICE_EXECUTOR_MS: '1000' }]);
  const waits: number[] = [];
  afterAll(() => {
    if (FULL) process.stdout.write(`${EMPTY} empty wallets, honest orders waited ms: ${waits.join(', ')}\n`);
  });

  it(
    'leave an honest order its share of the allowance',
    async () => {
      const { exchange } = bed;
      const orders = Array.from({ length: EMPTY }, () => exchange.signedOrder(FIRES_AT_ONCE, newWallet()));
      for (let from = 0; from < EMPTY; from += BATCH) {
        const placed = await ask(`${exchange.sluice().swap}/orders/batch`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ orders: orders.slice(from, from + BATCH) }),
        });
        expect(placed.status).toBe(200);
      }
      const balanceReads = () => bed.chain.proxy.calls.filter((call) => call.includes('/get-balance')).length;
      for (const wallet of bed.chain.devnet.accounts.slice(0, 2))
        for (let n = 0; n < HONEST / 2; n += 1) {
          const order = exchange.signedOrder({ ...FIRES_AT_ONCE, amountIn: '1000000' }, wallet);
          const from = performance.now();
          expect((await exchange.place(order)).status).toBe(200);
          await exchange.until(order.uuid, 'broadcasted');
          waits.push(Math.round(performance.now() - from));
          await bed.chain.control('/mine', { blocks: 1 });
        }
      // Half of the allowance of the first minute, and of each further one, is all that strangers can cause.
      expect(balanceReads()).toBeLessThan(EMPTY);
    },
    DEADLINE_MS,
  );
});
