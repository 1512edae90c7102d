import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cl, cvToHex, hexToCV, ClarityType, type ClarityValue } from '@stacks/transactions';
import { openExchange, type Exchange } from '../support/exchange.js';
import { startTestChain, type TestChain } from '../support/test-chain.js';

interface HopView {
  readonly vault: { readonly contractId: string };
  readonly opcode: number;
  readonly quote: { readonly amountIn: number; readonly amountOut: number };
}

interface ListedVault {
  readonly kind: string;
  readonly liquidity: readonly { readonly contractId: string; readonly reservesExact: string | null }[];
}

describe('quotes compared with the vaults’ own quotes', () => {
  let chain: TestChain;
  let exchange: Exchange;

  beforeAll(async () => {
    chain = await startTestChain();
    exchange = await openExchange(chain, 'sqlite::memory:');
  });
  afterAll(async () => {
    await exchange.close();
    await chain.close();
  });

  /** The result of a read-only function on the chain. */
  async function callRead(contractId: string, name: string, args: readonly ClarityValue[]) {
    const [address, contract] = contractId.split('.');
    const answer = await fetch(
      `${chain.devnet.stacksApiUrl}/v2/contracts/call-read/${address}/${contract}/${name}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sender: address, arguments: args.map(cvToHex) }),
      },
    );
    const { result } = (await answer.json()) as { result: string };
    const value: ClarityValue = hexToCV(result);
    return value.type === ClarityType.ResponseOk ? value.value : value;
  }

  /** The output that the vault itself quotes for the hop. */
  async function ownQuote({ vault, opcode, quote }: HopView): Promise<bigint> {
    const args = [Cl.uint(quote.amountIn), Cl.some(Cl.buffer(Uint8Array.of(opcode)))];
    const tuple = await callRead(vault.contractId, 'quote', args);
    if (tuple.type !== ClarityType.Tuple) throw new Error('the vault did not return a tuple');
    const dy = tuple.value['dy'];
    if (dy?.type !== ClarityType.UInt) throw new Error('the vault did not return dy');
    return BigInt(dy.value);
  }

  it('agree in every hop, to the unit, for every pair of tokens', async () => {
    const { tokens } = chain.devnet.registry;
    const pairs = tokens
      .flatMap((from) => tokens.map((to) => [from, to] as const))
      .filter(([a, b]) => a !== b);
    const lengths = new Set<number>();
    let checked = 0;
    for (const [at, [from, to]] of pairs.entries()) {
      const amount = 10n ** BigInt(1 + (at % 9)) + BigInt(at);
      const { body } = await exchange.read<{ hops: HopView[] }>(
        `/quote?tokenIn=${from.contractId}&tokenOut=${to.contractId}&amount=${amount}`,
      );
      lengths.add(body.data.hops.length);
      for (const hop of body.data.hops) {
        expect({ hop, own: await ownQuote(hop) }).toEqual({ hop, own: BigInt(hop.quote.amountOut) });
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(200);
    expect([1, 2, 3, 4].filter((hops) => !lengths.has(hops))).toEqual([]);
  });

  it('say that they were verified, and at which block, if only a contract knows the maths of its pool', async () => {
    const id = (name: string) =>
      chain.devnet.registry.tokens.find(({ contractId }) => contractId.endsWith(name))!.contractId;
    const read = async (tokenIn: string, tokenOut: string, amount: bigint) =>
      (
        await exchange.read<Record<string, unknown>>(
          `/quote?tokenIn=${tokenIn}&tokenOut=${tokenOut}&amount=${amount}`,
        )
      ).body.data;
    const info = (await (await fetch(`${chain.devnet.stacksApiUrl}/v2/info`)).json()) as {
      stacks_tip_height: number;
    };
    expect(await read(id('.dime'), id('.dollar'), 50_000_000n)).toMatchObject({
      verified: true,
      blockHeight: info.stacks_tip_height,
      asOf: expect.any(String),
    });
    const computed = await read(id('.sbtc'), id('.dollar'), 1_000n);
    expect(computed).toMatchObject({ blockHeight: info.stacks_tip_height });
    expect(computed).not.toHaveProperty('verified');
    // The pool refuses what would pass the end of its curve, so the route goes around it.
    const { verified, hops } = await read('.stx', id('.onyx'), 10n ** 15n);
    const names = (hops as readonly HopView[]).map(({ vault }) => vault.contractId.split('.')[1]);
    expect(verified).toBe(true);
    expect(names).not.toContain('alex-stx-onyx');
    expect(names.at(-1)).toBe('faktory-amber-onyx');
  });

  it('come with a vault listing that shows what the subnets behind sublinks hold', async () => {
    const answer = await fetch(`${exchange.sluice().url}/app/api/v0/vaults`);
    const { data } = (await answer.json()) as { data: { vaults: readonly ListedVault[] } };
    const sublinks = data.vaults.filter(({ kind }) => kind === 'sublink');
    let checked = 0;
    for (const { liquidity } of sublinks) {
      const [base, copy] = liquidity;
      expect(copy!.reservesExact).toBe(base!.reservesExact);
      expect(BigInt(base!.reservesExact!)).toBeGreaterThan(0n);
      if (base!.contractId === '.stx') continue;
      const balance = await callRead(base!.contractId, 'get-balance', [Cl.principal(copy!.contractId)]);
      expect(balance).toEqual(Cl.uint(BigInt(base!.reservesExact!)));
      checked += 1;
    }
    expect(checked).toBeGreaterThan(0);
  });
});
