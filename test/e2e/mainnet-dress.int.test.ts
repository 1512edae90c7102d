import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInRegistry, signOrder } from '../../src/adapters/stacks/index.js';
import { VAULT_KINDS } from '../../src/domain/vault/kinds.js';
import type { VaultKind } from '../../src/domain/vault/vault.js';
import { onlyOn } from '../support/databases.js';
import { openExchange, type Exchange } from '../support/exchange.js';
import { runCommand } from '../support/run-command.js';
import { ask, startTestChain, type TestChain } from '../support/test-chain.js';

/** The quote that an order was sent with. */
interface SentQuote {
  readonly amountOutExact: string;
  readonly vaults: readonly string[];
}

interface Swap {
  readonly kind: VaultKind;
  /** Contract names. */
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly over: readonly string[];
  /** By how much the chain pays more than quoted: stableswap pools quote a unit less than they pay. */
  readonly belowBy?: bigint;
}

/** One of each kind that the built-in registry routes. */
const BUILT_IN: readonly Swap[] = [
  {
    kind: 'sublink',
    from: 'charisma-token-subnet-v1',
    to: 'charisma-token',
    amount: '5000001',
    over: ['sub-link-vault-v7'],
  },
  {
    kind: 'pool',
    from: 'charisma-token-subnet-v1',
    to: 'usdh-token-v1',
    amount: '7000003',
    over: ['sub-link-vault-v7', 'age-of-empires'],
  },
  {
    kind: 'velar',
    from: 'stx-subnet-v2',
    to: 'kangaroo',
    amount: '25000001',
    over: ['stx-sublink-v2', 'velar-stx-roo'],
  },
  {
    kind: 'arkadiko',
    from: 'stx-subnet-v2',
    to: 'arkadiko-token',
    amount: '31000007',
    over: ['stx-sublink-v2', 'arkadiko-stx-diko'],
  },
  {
    kind: 'bitflow-stableswap',
    from: 'sbtc-token-subnet-v2',
    to: 'pontis-bridge-pBTC',
    amount: '123457',
    over: ['sbtc-sublink-v2', 'bitflow-sbtc-pbtc'],
    belowBy: 1n,
  },
  {
    kind: 'bitflow-dlmm',
    from: 'zest-token-subnet-v2',
    to: '.stx',
    amount: '90000017',
    over: ['zest-sublink-v2', 'feeling-zesty'],
  },
  {
    kind: 'alex',
    from: 'stx-subnet-v2',
    to: 'token-alex',
    amount: '12000011',
    over: ['stx-sublink-v2', 'alex-stx-alex'],
  },
  // The registry leaves its fees to the pool.
  {
    kind: 'bitflow-xyk',
    from: 'stx-subnet-v2',
    to: 'welshcorgicoin-token',
    amount: '41000003',
    over: ['stx-sublink-v2', 'bitflow-welsh-stx'],
  },
];

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
async function expectConfirmed(exchange: Exchange, swap: Swap): Promise<void> {
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
      const signature = signOrder({ ...elsewhere, amountIn: BigInt(amountIn) }, alice!.privateKey);
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
        new RegExp(`^ok +operator +${chain.devnet.operatorAddress} holds [\\d.]+ STX$`, 'm'),
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
