import { describe, expect, it } from '@jest/globals';
import { Cl, type ClarityValue } from '@stacks/transactions';
import { useDevnet } from '../../support/devnet-bed.js';

const [VAULT, POOL] = ['dlmm-jade-dollar', 'dlmm-pool-jade-dollar'];
const [JADE_TO_DOLLAR, DOLLAR_TO_JADE] = [0, 1];
const FIRST_BIN = 11n;
/** Smallest units of either token that are worth a bin's ten thousand dollars; JADE is worth 0.8. */
const BIN = { jade: 12_500_000_000n, dollar: 10_000_000_000n };

describe('a pool whose liquidity lies in bins', () => {
  const client = useDevnet();
  const read = async (name: string, args: readonly ClarityValue[] = []) =>
    Cl.prettyPrint(await client.read(client.id(POOL), name, args));
  const numbers = (shown: string) => [...shown.matchAll(/u(\d+)/g)].map(([, digits]) => BigInt(digits!));
  const activeBin = async () => numbers(await read('get-active-bin'))[0];
  const quote = async (opcode: number, amount: bigint) => {
    const args = [Cl.uint(amount), Cl.some(Cl.buffer(Uint8Array.of(opcode)))];
    const shown = Cl.prettyPrint(await client.read(client.id(VAULT), 'quote', args));
    return BigInt(/dy: u(\d+)/.exec(shown)![1]!);
  };
  const swap = async (opcode: number, amount: bigint) => {
    const { status, body } = await client.control<{ result: string }>('/swap', {
      vault: VAULT,
      opcode,
      amount: String(amount),
    });
    return { status, dy: /dy: u(\d+)/.exec(body.result)?.[1], result: body.result };
  };
  /** What all bins together hold. */
  const inBins = async () => {
    let [x, y] = [0n, 0n];
    for (let id = 1n; id <= 21n; id++) {
      const [, inX, inY] = numbers(await read('get-bin', [Cl.uint(id)]));
      [x, y] = [x + inX!, y + inY!];
    }
    return [x, y];
  };

  it('gives one price inside a bin, and a worse one from each bin that follows', async () => {
    const small = await quote(JADE_TO_DOLLAR, 1_000_000_000n);
    expect(await quote(JADE_TO_DOLLAR, 2_000_000_000n)).toBe(2n * small);
    // 0.8 dollars less a fee of 0.2%; each bin below is 0.25% worse.
    expect(Number(small) / 1e9).toBeCloseTo(0.7984, 5);
    const four = await quote(JADE_TO_DOLLAR, 4n * BIN.jade);
    expect(Number(four) / Number(4n * BIN.jade)).toBeCloseTo(0.7984 * (1 - 0.0025 * 1.5), 3);
    expect(four).toBeLessThan(50n * small);
  });

  it.each([
    ['down', JADE_TO_DOLLAR, 3n * BIN.jade, FIRST_BIN - 2n],
    ['up', DOLLAR_TO_JADE, 5n * BIN.dollar, FIRST_BIN + 1n],
  ])(
    'moves %s through its bins with a swap, and pays what it quoted',
    async (_way, opcode, amount, active) => {
      const quoted = await quote(opcode, amount);
      expect(await swap(opcode, amount)).toMatchObject({ status: 200, dy: String(quoted) });
      expect(await activeBin()).toBe(active);
      expect(await inBins()).toEqual(numbers(await read('get-reserves')));
    },
  );

  it('swaps through more bins than a quote walks', async () => {
    const tenBins = 10n * BIN.jade;
    await expect(quote(JADE_TO_DOLLAR, tenBins)).rejects.toThrow();
    expect(await swap(JADE_TO_DOLLAR, tenBins)).toMatchObject({ status: 200 });
    expect(await inBins()).toEqual(numbers(await read('get-reserves')));
  });

  it('refuses what exceeds the liquidity up to the last bin, and then holds what it held', async () => {
    const held = await inBins();
    expect(await quote(JADE_TO_DOLLAR, 10n * BIN.jade)).toBe(0n);
    expect(await swap(JADE_TO_DOLLAR, 10n * BIN.jade)).toMatchObject({ status: 400, result: '(err u1022)' });
    expect(await inBins()).toEqual(held);
    expect(await quote(JADE_TO_DOLLAR, 1_000_000n)).toBeGreaterThan(0n);
  });
});
