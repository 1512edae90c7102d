import { describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { temporarySqlite } from '../support/harnesses.js';
import { openExchange } from '../support/exchange.js';
import { useTestBed } from '../support/test-bed.js';

describe.each(onlyOn('SQLite'))(
  'an order whose signature another server submitted, on $name',
  ({ create }) => {
    const bed = useTestBed(create);

    /** Another server, with a database and an account of its own, to which the same order was given. */
    async function withStranger<T>(use: (stranger: typeof bed.exchange) => Promise<T>): Promise<T> {
      const database = await temporarySqlite();
      const account = bed.chain.devnet.accounts.at(-1)!;
      const stranger = await openExchange(bed.chain, database.url, {
        SLUICE_OPERATOR_KEY: account.privateKey,
      });
      try {
        return await use(stranger);
      } finally {
        await stranger.close();
        await database.remove();
      }
    }

    it('is confirmed with that transaction when its owner executes it long after', async () => {
      const order = bed.exchange.signedOrder();
      expect(await bed.exchange.place(order)).toMatchObject({ status: 200 });
      const theirs = await withStranger(async (stranger) => {
        expect(await stranger.place(order)).toMatchObject({ status: 200 });
        expect(await stranger.execute(order.uuid)).toMatchObject({ status: 200 });
        await bed.chain.control('/mine');
        return stranger.until(order.uuid, 'confirmed');
      });
      await bed.chain.control('/mine', { blocks: 150 });
      const nonce = await bed.chain.operatorNonce();

      expect(await bed.exchange.execute(order.uuid)).toMatchObject({ status: 400 });

      const { txid, executedAmountIn, executedAmountOut, blockHeight, feeUstx } = theirs;
      const same = { txid, executedAmountIn, executedAmountOut, blockHeight, feeUstx };
      expect(await bed.exchange.until(order.uuid, 'confirmed')).toMatchObject(same);
      expect(await bed.exchange.eventTypes(order.uuid)).toEqual(['created', 'corrected', 'confirmed']);
      await bed.chain.control('/mine');
      expect(await bed.chain.operatorNonce()).toBe(nonce);
    });

    it('is confirmed with that transaction although its owner cancelled it here meanwhile', async () => {
      const order = bed.exchange.signedOrder();
      expect(await bed.exchange.place(order)).toMatchObject({ status: 200 });
      const theirs = await withStranger(async (stranger) => {
        expect(await stranger.place(order)).toMatchObject({ status: 200 });
        expect(await stranger.execute(order.uuid)).toMatchObject({ status: 200 });
        await bed.chain.control('/mine');
        return stranger.until(order.uuid, 'confirmed');
      });
      const cancelled = await bed.exchange.cancel(order.uuid);
      expect(cancelled).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } });

      // A process compares ended orders right after its start; until then this one has the rest of its minute to wait.
      await bed.exchange.end('SIGTERM');
      await bed.exchange.start();

      expect(await bed.exchange.until(order.uuid, 'confirmed')).toMatchObject({ txid: theirs['txid'] });
      const types = ['created', 'cancelled', 'corrected', 'confirmed'];
      expect(await bed.exchange.eventTypes(order.uuid)).toEqual(types);
    });

    it('is confirmed with the transaction that paid when the server’s own came second and aborted', async () => {
      const order = bed.exchange.signedOrder();
      expect(await bed.exchange.place(order)).toMatchObject({ status: 200 });
      await withStranger(async (stranger) => {
        expect(await stranger.place(order)).toMatchObject({ status: 200 });
        const theirs = await stranger.execute(order.uuid);
        const ours = await bed.exchange.execute(order.uuid);
        expect([theirs.status, ours.status]).toEqual([200, 200]);
        await bed.chain.control('/mine');

        const confirmed = await bed.exchange.until(order.uuid, 'confirmed');

        expect(confirmed).toMatchObject({ txid: theirs.body.txid });
        expect(confirmed['txid']).not.toBe(ours.body.txid);
        expect(await bed.exchange.eventTypes(order.uuid)).not.toContain('failed');
        await bed.chain.control('/mine', { blocks: 30 });
        expect(await bed.exchange.until(order.uuid, 'confirmed')).toMatchObject({ txid: theirs.body.txid });
      });
    });
  },
);
