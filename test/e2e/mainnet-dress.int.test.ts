import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRegistry, orderSignature } from '../../src/adapters/stacks/index.js';
import { VAULT_KINDS } from '../../src/domain/vault/kinds.js';
import { onlyOn } from '../support/databases.js';
import { openExchange, type Exchange } from '../support/exchange.js';
import { BUILT_IN, type KindSwap } from '../support/kind-swaps.js';
import { runCommand } from '../support/run-command.js';
import { ask, startTestChain, type TestChain } from '../support/test-chain.js';

/** The quote that an order was sent with. */
interface SentQuote {
  readonly amountOutExact: string;
  readonly vaults: readonly string[];
}

const nameOf = (contractId: string): string => contractId.slice(contractId.indexOf('.') + 1);

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain('mainnet');
});
afterAll(() => chain.close());

function idOf(name: string): string {
  const { tokens } = chain.devnet.registry;
  return tokens.find(({ contractId }) => contractId === name || contractId.endsWith(`.${name}`))!.contractId;
}

/** Executes a signed order from POST to `confirmed` and compares its record with the chain. */
async function expectConfirmed(exchange: Exchange, swap: KindSwap): Promise<void> {
  const { from, to, amount, over, belowBy = 0n } = swap;
  const [inputToken, outputToken] = [idOf(from), idOf(to)];
  const balances = async () => {
    type View = { accounts: { balances: Record<string, string> }[] };
    const { body } = await ask<View>(`${chain.devnet.stacksApiUrl}/devnet`);
    return [inputToken, outputToken].map((token) => BigInt(body.accounts[0]!.balances[token]!));
  };
  const [inputBefore = 0n, outputBefore = 0n] = await balances();

  const order = exchange.signedOrder({ inputToken, outputToken, amountIn: amount });
  expect(await exchange.place(order)).toMatchObject({ status: 200 });
  const sent = await exchange.execute(order.uuid);
  expect(sent).toMatchObject({ status: 200 });
  const { quote } = sent.body.data['metadata'] as { quote: SentQuote };
  expect(quote.vaults.map(nameOf)).toEqual(over);
  await chain.control('/mine');

  const paid = BigInt(quote.amountOutExact) + belowBy;
  const record = await exchange.until(order.uuid, 'confirmed');
  expect(record).toMatchObject({ executedAmountIn: amount, executedAmountOut: String(paid) });
  const [inputAfter = 0n, outputAfter = 0n] = await balances();
  expect([inputBefore - inputAfter, outputAfter - outputBefore]).toEqual([BigInt(amount), paid]);
  const mined = await ask(`${chain.devnet.stacksApiUrl}/extended/v3/transactions/${String(record['txid'])}`);
  expect(mined.body).toMatchObject({
    status: 'success',
    sender: { address: chain.devnet.operatorAddress },
    fee_rate: record['feeUstx'],
    block: { height: record['blockHeight'] },
  });
}

describe.each(onlyOn('SQLite'))(
  "a server on mainnet and a devnet in mainnet's dress on $name",
  ({ create }) => {
    let database: Awaited<ReturnType<typeof create>>;
    let folder: string;
    let settings: Readonly<Record<string, string>>;
    let exchange: Exchange;

    beforeAll(async () => {
      database = await create();
      folder = await mkdtemp(join(tmpdir(), 'sluice-test-dress-'));
      settings = {
        SLUICE_NETWORK: 'mainnet',
        SLUICE_OPERATOR_KEY: chain.devnet.operatorKey,
        SLUICE_BTC_SOURCES: 'fixed:100000',
        STACKS_API_RPM: '10000',
      };
      exchange = await openExchange(chain, database.url, settings);
    });
    afterAll(async () => {
      await exchange.close();
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    });

    it.each(BUILT_IN)('confirms an order over $over of kind $kind to the unit', (swap) =>
      expectConfirmed(exchange, swap),
    );

    it('swaps over every kind of vault that the built-in registry has', () => {
      const kinds = BUILT_IN.map(({ kind }) => kind);
      // No vault of mainnet that is listed pays its fee out; the devnet has one.
      expect([...kinds, 'external', 'fee-out-pool'].sort()).toEqual([...VAULT_KINDS].sort());
      const listed = builtInRegistry('mainnet').vaults.map(({ kind }) => kind);
      expect(kinds.sort()).toEqual([...new Set(listed)].sort());
    });

    it('refuses a signature for the chain id of another network', async () => {
      const [alice] = chain.devnet.accounts;
      const order = exchange.signedOrder({ inputToken: idOf('stx-subnet-v2'), outputToken: '.stx' });
      const { uuid, inputToken = '', router = '', amountIn = '' } = order;
      const elsewhere = { network: 'testnet', blaze: 'v2', inputToken, router, uuid } as const;
      const signature = orderSignature({ ...elsewhere, amountIn: BigInt(amountIn) }, alice!.privateKey);
      expect(await exchange.place({ ...order, signature })).toMatchObject({ status: 400 });
    });

    it('lets the demo program swap with a wallet of the devnet', async () => {
      const args = ['--url', exchange.sluice().url, '--devnet', chain.devnet.stacksApiUrl];
      const demo = runCommand('demo', args);
      const mining = setInterval(() => void chain.control('/mine'), 500);
      const { code, stdout } = await demo.finally(() => clearInterval(mining));
      expect(stdout).toContain("within the quote's slippage");
      expect(code).toBe(0);
    });

    it('lets the doctor find its node, its clock and the operator’s balance, and no mistake', async () => {
      const env = {
        DATABASE_URL: database.url,
        PORT: new URL(exchange.sluice().url).port,
        STACKS_API_URL: chain.devnet.stacksApiUrl,
        SLUICE_NETWORK: 'mainnet',
        SLUICE_OPERATOR_KEY: chain.devnet.operatorKey,
      };
      const { code, stdout } = await runCommand('doctor', [], env);
      expect(stdout).toMatch(/^ok +node +127\.0\.0\.1:\d+ responds, of mainnet, at block \d+$/m);
      expect(stdout).toMatch(/^ok +clock +agrees with the chain$/m);
      expect(stdout).toMatch(
        new RegExp(`^ok +operator +${chain.devnet.operatorAddress} holds [\\d.,]+ STX$`, 'm'),
      );
      expect(stdout).not.toContain(chain.devnet.operatorKey);
      expect(code).toBe(0);
    });

    it('finds nothing that disagrees with the built-in registry', async () => {
      const env = { STACKS_API_URL: chain.devnet.stacksApiUrl, SLUICE_NETWORK: 'mainnet' };
      const { code, stdout } = await runCommand('registry', ['check'], env);
      expect(stdout).toContain('0 disagree, 0 cannot be compared');
      expect(code).toBe(0);
    });
  },
);
