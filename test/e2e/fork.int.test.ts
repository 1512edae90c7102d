/**
 * A process has one VM.
 * @own-modules
 */
import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cl, ClarityType } from '@stacks/transactions';
import { orderSignature, signRequest } from '../../src/adapters/stacks/index.js';
import { openForkBed, recordedMainnet, type ForkBed, type ForkedNetwork } from '../support/fork-bed.js';
import { temporarySqlite } from '../support/harnesses.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';

const AMOUNT = '2000000';
const LIMIT_MS = 30_000;

interface QuoteView {
  readonly amountOutExact: string;
  readonly hops: readonly { readonly vault: { readonly contractId: string }; readonly opcode: number }[];
}

let network: ForkedNetwork;
let bed: ForkBed;
let database: Awaited<ReturnType<typeof temporarySqlite>>;
let sluice: SluiceProcess;

beforeAll(async () => {
  [network, database] = await Promise.all([recordedMainnet(), temporarySqlite()]);
  bed = await openForkBed(network);
  sluice = await startSluice({
    SLUICE_NETWORK: 'mainnet',
    STACKS_API_URL: bed.fork.stacksApiUrl,
    STACKS_API_RPM: '10000',
    SLUICE_OPERATOR_KEY: bed.fork.operatorKey,
    SLUICE_EXECUTOR_MS: '50',
    SLUICE_BTC_SOURCES: 'fixed:100000',
    DATABASE_URL: database.url,
  });
});
afterAll(async () => {
  await sluice.end('SIGTERM');
  await bed.close();
  await database.remove();
});

/** An amount that the contract holds for an account, in the network that was forked. */
function inNetwork(token: string, account: string): bigint {
  const read = network.vm.read(token, 'get-balance', [Cl.principal(account)], account);
  return amountIn(read.ok ? read.value : undefined);
}

function amountIn(value: unknown): bigint {
  const { type, value: amount } = (value ?? {}) as { type?: unknown; value?: { value?: unknown } };
  if (type !== ClarityType.ResponseOk) throw new Error('not a balance');
  return BigInt(String(amount?.value));
}

const onFork = async (token: string, account: string) =>
  amountIn((await bed.read(token, 'get-balance', [Cl.principal(account)])).body.value);

/** What the vaults of the hops pay for the amount in the network that was forked. */
function impliedBy({ hops }: QuoteView, amountIn: bigint, sender: string): bigint {
  return hops.reduce((amount, { vault, opcode }) => {
    const args = [Cl.uint(amount), Cl.some(Cl.buffer(Uint8Array.of(opcode)))];
    const read = network.vm.read(vault.contractId, 'quote', args, sender);
    if (!read.ok) throw new Error(read.error);
    return BigInt(/dy: u(\d+)/.exec(Cl.prettyPrint(read.value))?.[1] ?? '');
  }, amountIn);
}

async function until(uuid: string, status: string): Promise<Record<string, unknown>> {
  const from = performance.now();
  for await (const _tick of setInterval(50)) {
    const { body } = await ask<{ data: Record<string, unknown> }>(`${sluice.swap}/orders/${uuid}`);
    if (body.data['status'] === status) return body.data;
    if (performance.now() - from > LIMIT_MS) break;
  }
  throw new Error(`order ${uuid} did not become ${status}:\n${sluice.log.slice(-20).join('\n')}`);
}

describe('a server of mainnet on a fork', () => {
  it('quotes, places, executes and confirms an order of a funded wallet, without a trace on the network', async () => {
    const { registry, accounts } = network.genesis;
    const [alice, bob] = accounts.wallets;
    const subnet =
      registry.tokens.find(
        ({ type, base, blaze }) => type === 'SUBNET' && blaze === 'v1' && base === '.stx',
      ) ?? registry.tokens.find(({ type, blaze }) => type === 'SUBNET' && blaze === 'v1')!;
    const router = registry.routers.find(({ payout }) => payout === 'signer')!.id;
    const [inputToken, outputToken] = [subnet.contractId, registry.sbtc];

    const inNetworkBefore = inNetwork(inputToken, alice!.address);
    const funding = { token: inputToken, from: bob!.address, to: alice!.address, amount: '1234' };
    expect(await bed.control('/fund', funding)).toMatchObject({ status: 200 });
    await expect(onFork(inputToken, alice!.address)).resolves.toBe(inNetworkBefore + 1_234n);

    const query = new URLSearchParams({ tokenIn: inputToken, tokenOut: outputToken, amount: AMOUNT });
    const quote = await ask<{ data: QuoteView }>(`${sluice.swap}/quote?${query.toString()}`);
    expect(quote).toMatchObject({ status: 200 });
    const quoted = BigInt(quote.body.data.amountOutExact);
    expect(quoted).toBe(impliedBy(quote.body.data, BigInt(AMOUNT), alice!.address));

    const uuid = randomUUID();
    const owner = alice!.address;
    const signed = {
      network: 'mainnet',
      blaze: 'v1',
      inputToken,
      amountIn: BigInt(AMOUNT),
      router,
      uuid,
    } as const;
    const order = { uuid, owner, recipient: owner, inputToken, outputToken, amountIn: AMOUNT, router };
    const placed = await ask(`${sluice.swap}/orders/new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, signature: orderSignature(signed, alice!.privateKey) }),
    });
    expect(placed).toMatchObject({ status: 200, body: { data: { status: 'open' } } });

    const request = { action: 'execute_order', uuid, timestamp: Date.now(), once: randomUUID() };
    const executed = await ask(`${sluice.swap}/orders/${uuid}/execute`, {
      method: 'POST',
      headers: signRequest(request, {
        privateKey: alice!.privateKey,
        network: 'mainnet',
        audience: new URL(sluice.swap).origin,
      }),
    });
    expect(executed).toMatchObject({ status: 200, body: { data: { status: 'broadcasted' } } });
    const before = await onFork(outputToken, owner);
    await bed.control('/mine');
    await expect(until(uuid, 'confirmed')).resolves.toMatchObject({ executedAmountOut: String(quoted) });

    await expect(onFork(outputToken, owner)).resolves.toBe(before + quoted);
    await expect(onFork(inputToken, owner)).resolves.toBe(inNetworkBefore + 1_234n - BigInt(AMOUNT));
    const spent = registry.verifier.v1;
    expect((await bed.read(spent, 'check', [Cl.stringAscii(uuid)])).body.value).toEqual(Cl.bool(true));
    expect(bed.peer.calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect(inNetwork(inputToken, owner)).toBe(inNetworkBefore);
  });
});
