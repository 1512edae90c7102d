import { expect, it } from '@jest/globals';
import { balancesAtBlocks } from '../../../src/application/execution/send/balances-at-blocks.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { TokenBalances } from '../../../src/ports/index.js';
import { AN_OWNER, T0 } from '../../support/builders.js';
import { WELSH_SUBNET } from '../../support/core-harness.js';
import { fixedClock } from '../../support/fixed-clock.js';

const block = (height: number) => ({ height, id: height.toString(16).padStart(64, '0') });

function counted() {
  const clock = fixedClock(T0);
  const replies: Awaited<ReturnType<TokenBalances['balanceOf']>>[] = [];
  let reads = 0;
  const balances = balancesAtBlocks({
    clock,
    balances: { balanceOf: async () => replies[reads++] ?? ok(toUnits(BigInt(reads))) },
  });
  const read = async (...at: Parameters<typeof block> | []) =>
    balances.balanceOf(WELSH_SUBNET, AN_OWNER, ...(at.length === 0 ? [] : [block(...at)]));
  return { clock, replies, read };
}

it('reads a balance once as of a block, again as of the next one and after a while', async () => {
  const { clock, read } = counted();
  expect(await read(1)).toEqual(ok(1n));
  expect(await read(1)).toEqual(ok(1n));
  expect(await read(2)).toEqual(ok(2n));
  expect(await read(1)).toEqual(ok(1n));
  clock.advance(5_000);
  expect(await read(2)).toEqual(ok(3n));
});

it('keeps neither a failure nor a balance as of no block', async () => {
  const { replies, read } = counted();
  const failure = err({ kind: 'chain-unreachable' as const, reason: 'no host' });
  replies.push(failure);
  expect(await read(1)).toEqual(failure);
  expect(await read(1)).toEqual(ok(2n));
  expect(await read()).toEqual(ok(3n));
  expect(await read()).toEqual(ok(4n));
});
