import { describe, expect, it } from '@jest/globals';
import { setInterval } from 'node:timers/promises';
import { onlyOn } from '../support/databases.js';
import { useTestBed } from '../support/test-bed.js';

interface Part {
  readonly amountInExact: string;
  readonly amountOutExact: string;
  readonly blockHeight: number;
  readonly hops: readonly { readonly vault: { readonly contractId: string } }[];
}

interface Split {
  readonly parts: readonly Part[];
  readonly amountOut: string;
  readonly single: Part;
  readonly bound: string;
  readonly gain: string;
  readonly worthwhile: boolean;
}

const vaultsOf = ({ hops }: Part) => hops.map(({ vault }) => vault.contractId);
const sum = (amounts: readonly unknown[]) =>
  amounts.reduce<bigint>((total, amount) => total + BigInt(amount as string), 0n);

describe.each(onlyOn('SQLite'))('a split on $name', ({ create }) => {
  const bed = useTestBed(create);
  const idOf = (name: string): string =>
    bed.chain.devnet.registry.tokens.find(
      ({ contractId }) => contractId === name || contractId.endsWith(`.${name}`),
    )!.contractId;
  const swap = () => ({ tokenIn: idOf('dollar-subnet'), tokenOut: idOf('.stx'), amount: '15000000000' });

  /** The split as of the chain's newest block. */
  const quote = async (): Promise<Split> => {
    await bed.chain.control('/mine');
    const info = await fetch(`${bed.chain.devnet.stacksApiUrl}/v2/info`);
    const { stacks_tip_height: tip } = (await info.json()) as { stacks_tip_height: number };
    for await (const _tick of setInterval(20)) {
      const answer = await fetch(`${bed.exchange.sluice().url}/swap/api/v1/quotes/split`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(swap()),
      });
      const { data } = (await answer.json()) as { data: Split };
      if (data.single.blockHeight >= tip) return data;
    }
    throw new Error('the interval ended');
  };

  const place = async ({ amountInExact }: Part, minAmountOut: string): Promise<string> => {
    const { tokenIn, tokenOut } = swap();
    const tokens = { inputToken: tokenIn, outputToken: tokenOut };
    const order = bed.exchange.signedOrder({ ...tokens, amountIn: amountInExact });
    expect(await bed.exchange.place({ ...order, minAmountOut })).toMatchObject({ status: 200 });
    return order.uuid;
  };

  const send = async (uuid: string): Promise<void> => {
    expect(await bed.exchange.execute(uuid)).toMatchObject({ status: 200, body: { status: 'success' } });
  };

  it('gives more than one route by orders of its parts, one after the other, each paid its quote to the unit', async () => {
    const split = await quote();
    expect(split).toMatchObject({ worthwhile: true });
    expect(split.parts.length).toBeGreaterThan(1);
    expect(BigInt(split.gain)).toBe(BigInt(split.amountOut) - BigInt(split.single.amountOutExact));
    expect(BigInt(split.bound)).toBeGreaterThanOrEqual(BigInt(split.amountOut));
    const paid = [];
    for (const part of split.parts) {
      const uuid = await place(part, part.amountOutExact);
      await send(uuid);
      await bed.chain.control('/mine');
      const { executedAmountOut, metadata } = await bed.exchange.until(uuid, 'confirmed');
      paid.push(executedAmountOut);
      const { vaults } = (metadata as { quote: { vaults: readonly string[] } }).quote;
      expect(vaults).toEqual(vaultsOf(part));
    }
    expect(paid).toEqual(split.parts.map(({ amountOutExact }) => amountOutExact));
    expect(sum(paid)).toBe(BigInt(split.amountOut));
  });

  it('can share a block: each part takes its route after those in flight, and is paid its quote to the unit', async () => {
    const split = await quote();
    const uuids = [];
    for (const part of split.parts) {
      uuids.push(await place(part, part.amountOutExact));
      await send(uuids.at(-1)!);
    }
    await bed.chain.control('/mine');
    const filled: Readonly<Record<string, unknown>>[] = [];
    for (const uuid of uuids) filled.push(await bed.exchange.until(uuid, 'confirmed'));
    expect(filled).toMatchObject(
      split.parts.map((part) => ({
        executedAmountOut: part.amountOutExact,
        blockHeight: filled[0]!['blockHeight'],
        metadata: { quote: { vaults: vaultsOf(part) } },
      })),
    );
  });
});
