import { beforeAll, describe, expect, it } from '@jest/globals';
import { Cl, type ClarityValue } from '@stacks/transactions';
import { DevnetClient } from '../apps/devnet/devnet-client.js';
import { onlyOn } from '../support/databases.js';
import type { OrderBody } from '../support/exchange.js';
import { FIRES_AT_ONCE } from '../support/executor-runs.js';
import type { Wallet } from '../support/test-chain.js';
import { useTestBed } from '../support/test-bed.js';

/** Blocks on top of a block after which it is final to the servers of these tests. */
const FINAL = 3;
const SETTINGS = { SLUICE_FINAL_BLOCKS: String(FINAL), SLUICE_ROLES: 'api,executor' };

type Blaze = 'v1' | 'v2';
type Order = OrderBody & { readonly uuid: string };
interface Call {
  readonly contract: string;
  readonly name: string;
  readonly args: ClarityValue[];
}

describe.each(onlyOn('SQLite'))(
  'an order whose uuid is spent on the chain by no swap, on $name',
  ({ create }) => {
    const bed = useTestBed(create, [SETTINGS]);
    let owner: Wallet;
    let stranger: Wallet;
    let client: DevnetClient;
    beforeAll(() => {
      [owner, stranger] = bed.chain.devnet.accounts as [Wallet, Wallet];
      client = new DevnetClient(() => bed.chain.devnet);
    });

    const verifier = (blaze: Blaze) => bed.chain.devnet.registry.verifier[blaze];
    const orderOver = (blaze: Blaze, terms: OrderBody = {}): Order => {
      const { tokens, sbtc } = bed.chain.devnet.registry;
      const input = tokens.find((token) => token.blaze === blaze && token.base !== sbtc)!;
      return bed.exchange.signedOrder({ inputToken: input.contractId, amountIn: '1000000', ...terms }, owner);
    };
    const placed = async (order: Order): Promise<Order> => {
      expect(await bed.exchange.place(order)).toMatchObject({ status: 200 });
      return order;
    };
    const orderOf = async ({ uuid }: Order) => (await bed.exchange.read(`/orders/${uuid}`)).body.data;
    const mine = (blocks: number) => bed.chain.control('/mine', { blocks });

    const revocation = ({ uuid }: Order): Call => ({
      contract: verifier('v2'),
      name: 'revoke',
      args: [Cl.stringAscii(uuid)],
    });
    /** A call of the verifier itself, whatever it is that the signer has signed. */
    const burning = ({ uuid, signature = '' }: Order, blaze: Blaze): Call => ({
      contract: verifier(blaze),
      name: 'execute',
      args: [
        Cl.bufferFromHex(signature),
        Cl.stringAscii('X'),
        Cl.none(),
        Cl.none(),
        Cl.none(),
        Cl.stringAscii(uuid),
      ],
    });
    /** The order's own signature, used so that the tokens reach the router and no swap takes them on. */
    const transfer = ({
      uuid,
      signature = '',
      inputToken = '',
      amountIn = '',
      router = '',
    }: Order): Call => ({
      contract: inputToken,
      name: 'x-transfer',
      args: [Cl.bufferFromHex(signature), Cl.uint(amountIn), Cl.stringAscii(uuid), Cl.principal(router)],
    });

    /** Submits a wallet's call; it waits for a block. Returns the bytes. */
    async function submit(
      { contract, name, args }: Call,
      { address, privateKey }: Wallet,
    ): Promise<Uint8Array> {
      const nonce = await bed.chain.nonceOf(address);
      const { raw, txid } = await client.call(contract, name, args, { senderKey: privateKey, nonce });
      expect(await client.send(raw)).toEqual({ status: 200, body: txid });
      return raw;
    }
    /** Submits a wallet's call and mines it. Returns the height of its block. */
    async function mined(call: Call, wallet: Wallet): Promise<number> {
      await submit(call, wallet);
      await mine(1);
      return client.tipHeight();
    }

    /** The order stays open until the block is final, and ends then; nothing was sent for it. */
    async function expectEnded(order: Order, blockHeight: number, ended: OrderBody): Promise<void> {
      const nonce = await bed.chain.operatorNonce();
      await mine(FINAL - 1);
      const early = await bed.exchange.execute(order.uuid, owner);
      expect(early).toMatchObject({ status: 422, body: { code: 'order-spent' } });
      expect(await orderOf(order)).toMatchObject({ status: 'open' });
      await mine(1);
      expect(await bed.exchange.execute(order.uuid, owner)).toMatchObject({ status: 400 });
      expect(await orderOf(order)).toMatchObject(ended);
      const { body } = await bed.exchange.read<object[]>(`/orders/${order.uuid}/events`);
      expect(body.data.at(-1)).toMatchObject({ type: ended['status'], blockHeight });
      await mine(1);
      expect(await bed.chain.operatorNonce()).toBe(nonce);
    }
    const CANCELLED = { status: 'cancelled', cancelReason: 'revoked' };
    const failedIn = (height: number) => ({
      status: 'failed',
      failureReason: `spent-elsewhere: a transaction in block ${height} has spent the order`,
    });

    it.each([
      ['with', []],
      ['without', 'all'],
    ])(
      'is cancelled once its revocation by its owner is final, at a host %s deprecated endpoints',
      async (_, gone) => {
        await bed.chain.control('/api', { gone });
        const order = await placed(orderOver('v2'));
        const height = await mined(revocation(order), owner);
        await expectEnded(order, height, CANCELLED);
        await bed.chain.control('/api');
      },
    );

    it.each<[string, Blaze, (order: Order) => readonly [Call, Wallet]]>([
      [
        'a stranger transfers its tokens to the router, of version 1',
        'v1',
        (order) => [transfer(order), stranger],
      ],
      [
        'a stranger transfers its tokens to the router, of version 2',
        'v2',
        (order) => [transfer(order), stranger],
      ],
      [
        'a stranger spends its uuid with any signature, of version 1',
        'v1',
        (order) => [burning(order, 'v1'), stranger],
      ],
      ['its owner spends its uuid, of version 1', 'v1', (order) => [burning(order, 'v1'), owner]],
    ])('fails once the block is final in which %s', async (_, blaze, spending) => {
      const order = await placed(orderOver(blaze));
      const height = await mined(...spending(order));
      await expectEnded(order, height, failedIn(height));
    });

    it.each<[string, (order: Order) => Call]>([
      ['spends the same uuid', (order) => burning(order, 'v2')],
      ['revokes the same uuid', revocation],
    ])('is paid although a stranger %s, of version 2', async (_, spending) => {
      const order = await placed(orderOver('v2'));
      await mined(spending(order), stranger);
      await mine(FINAL);
      expect(await bed.exchange.execute(order.uuid, owner)).toMatchObject({ status: 200 });
      await mine(1);
      expect(await bed.exchange.until(order.uuid, 'confirmed')).toMatchObject({
        executedAmountIn: order.amountIn,
      });
    });

    it('is paid when a reorganisation undoes its revocation in time', async () => {
      const order = await placed(orderOver('v2'));
      await mined(revocation(order), owner);
      await mine(FINAL - 1);
      expect(await bed.exchange.execute(order.uuid, owner)).toMatchObject({ status: 422 });
      await bed.chain.control('/orphan', { blocks: FINAL, drop: true });
      await mine(FINAL + 1);
      expect(await orderOf(order)).toMatchObject({ status: 'open' });
      expect(await bed.exchange.execute(order.uuid, owner)).toMatchObject({ status: 200 });
      await mine(1);
      await bed.exchange.until(order.uuid, 'confirmed');
      expect(await bed.exchange.eventTypes(order.uuid)).not.toContain('cancelled');
    });

    it('is cancelled no earlier than its revocation is final in the later block of a reorganisation', async () => {
      const order = await placed(orderOver('v2'));
      const raw = await submit(revocation(order), owner);
      await mine(FINAL);
      expect(await bed.exchange.execute(order.uuid, owner)).toMatchObject({ status: 422 });
      await bed.chain.control('/orphan', { blocks: FINAL, drop: true });
      await mine(1);
      expect(await client.send(raw)).toMatchObject({ status: 200 });
      await mine(1);
      await expectEnded(order, await client.tipHeight(), CANCELLED);
    });

    it('ends by itself at its first attempt, without its owner', async () => {
      await bed.exchange.end('SIGTERM');
      const placing = await bed.open({ SLUICE_ROLES: 'api' });
      const [revoked, burnt] = [orderOver('v2', FIRES_AT_ONCE), orderOver('v1', FIRES_AT_ONCE)];
      for (const order of [revoked, burnt]) expect(await placing.place(order)).toMatchObject({ status: 200 });
      await placing.end('SIGTERM');
      await submit(revocation(revoked), owner);
      const height = await mined(burning(burnt, 'v1'), stranger);
      await mine(FINAL);
      await bed.exchange.start();
      expect(await bed.exchange.until(revoked.uuid, 'cancelled')).toMatchObject(CANCELLED);
      expect(await bed.exchange.until(burnt.uuid, 'failed')).toMatchObject(failedIn(height));
    });

    it('fails once the revocation is final that came before its own swap', async () => {
      const order = await placed(orderOver('v2'));
      bed.chain.proxy.decideTransactions(() => 'cut');
      await bed.exchange.execute(order.uuid, owner);
      await mined(revocation(order), owner);
      bed.chain.proxy.decideTransactions(() => 'pass');
      await bed.exchange.execute(order.uuid, owner);
      await mine(1);
      await bed.exchange.until(order.uuid, 'broadcasted');
      await mine(FINAL);
      expect(await bed.exchange.until(order.uuid, 'failed')).toMatchObject({
        failureReason: expect.stringContaining('u409000'),
      });
    });
  },
);
