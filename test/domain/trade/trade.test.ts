import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { tradedPools } from '../../../src/domain/trade/traded-pools.js';
import { tradesOf } from '../../../src/domain/trade/trade.js';
import type { Movement, Principal } from '../../../src/domain/trade/movement.js';
import type { Token } from '../../../src/domain/market/registry.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import type { AssetId, Vault } from '../../../src/domain/vault/vault.js';
import { AN_OWNER } from '../../../src/testing/builders.js';

const id = (name: string) => `${AN_OWNER}.${name}` as ContractId;
const assetOf = (token: ContractId): AssetId | ContractId =>
  token === STX || token.endsWith('-copy') ? token : (`${token}::asset` as AssetId);

const [CAT, DOG, COPY, WRAPPED] = [id('cat'), id('dog'), id('dog-copy'), id('wrapped-stx')];
const FEES = id('fees');
const token = (contractId: ContractId): Token => ({
  contractId,
  symbol: 'T',
  name: 'T',
  decimals: 6,
  identifier: 'asset',
});
const vault = (name: string, kind: Vault['kind'], tokenA: ContractId, tokenB: ContractId): Vault => ({
  contractId: id(name),
  kind,
  protocol: 'P',
  tokenA,
  tokenB,
  feePpm: 3_000,
  name,
  symbol: name,
});
const SHARED = { externalPoolId: id('core') };

const POOL = vault('pool', 'pool', CAT, DOG);
const COPIES = vault('copies', 'pool', CAT, COPY);
const CORE_1 = { ...vault('core-1', 'velar', STX, CAT), ...SHARED };
const CORE_2 = { ...vault('core-2', 'velar', CAT, DOG), ...SHARED };
const CORE_2_AGAIN = { ...vault('core-2-again', 'velar', DOG, CAT), ...SHARED };
const WRAPS = {
  ...vault('wraps', 'arkadiko', STX, DOG),
  externalPoolId: id('ark'),
  stxWrapper: `${WRAPPED}::wstx` as AssetId,
};
const BRIDGE = vault('bridge', 'sublink', DOG, COPY);

const TRADED = tradedPools({
  tokens: [STX, CAT, DOG, COPY].map(token),
  vaults: [POOL, COPIES, CORE_1, CORE_2, CORE_2_AGAIN, WRAPS, BRIDGE],
  wstx: id('wstx'),
});

type Step = readonly [asset: ContractId, from: Principal | '', to: Principal | '', amount: number];
const movements = (steps: readonly Step[]): Movement[] =>
  steps.map(([asset, from, to, amount], place) => ({
    place,
    asset: asset === WRAPPED ? WRAPS.stxWrapper : assetOf(asset),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    amount: BigInt(amount),
  }));

const [P, C, CORE, ARK] = [POOL.contractId, COPIES.contractId, id('core'), id('ark')];
const [ME, ROUTER] = [AN_OWNER, id('router')];
const trade = (of: Vault, tokenIn: ContractId, amountIn: number, amountOut: number, place: number) => ({
  vault: of.contractId,
  tokenIn,
  amountIn: BigInt(amountIn),
  tokenOut: tokenIn === of.tokenA ? of.tokenB : of.tokenA,
  amountOut: BigInt(amountOut),
  place,
});

describe('tradesOf', () => {
  test.each<[string, readonly Step[], readonly object[]]>([
    [
      'a swap',
      [
        [CAT, ME, P, 10],
        [DOG, P, ME, 9],
      ],
      [trade(POOL, CAT, 10, 9, 0)],
    ],
    [
      'a swap the other way',
      [
        [DOG, ME, P, 10],
        [CAT, P, ME, 9],
      ],
      [trade(POOL, DOG, 10, 9, 0)],
    ],
    [
      'two hops, one trade each',
      [
        [STX, ROUTER, CORE, 50],
        [CAT, CORE, ROUTER, 10],
        [CAT, ROUTER, P, 10],
        [DOG, P, ME, 9],
      ],
      [trade(CORE_1, STX, 50, 10, 0), trade(POOL, CAT, 10, 9, 2)],
    ],
    [
      'two hops over pools that one contract holds',
      [
        [STX, ME, CORE, 50],
        [CAT, CORE, ME, 10],
        [CAT, ME, CORE, 10],
        [DOG, CORE, ME, 9],
      ],
      [trade(CORE_1, STX, 50, 10, 0), trade(CORE_2, CAT, 10, 9, 2)],
    ],
    [
      'two swaps of one vault',
      [
        [CAT, ME, P, 10],
        [DOG, P, ME, 9],
        [CAT, ME, P, 10],
        [DOG, P, ME, 8],
      ],
      [trade(POOL, CAT, 10, 9, 0), trade(POOL, CAT, 10, 8, 2)],
    ],
    [
      'a swap there and back',
      [
        [CAT, ME, P, 10],
        [DOG, P, ME, 9],
        [DOG, ME, P, 9],
        [CAT, P, ME, 8],
      ],
      [trade(POOL, CAT, 10, 9, 0), trade(POOL, DOG, 9, 8, 2)],
    ],
    [
      'a fee that the holder forwards after the output',
      [
        [STX, ME, CORE, 50],
        [CAT, CORE, ME, 10],
        [STX, CORE, FEES, 1],
      ],
      [trade(CORE_1, STX, 50, 10, 0)],
    ],
    [
      'a fee that the holder forwards before the output',
      [
        [STX, ME, CORE, 50],
        [STX, CORE, FEES, 1],
        [CAT, CORE, ME, 10],
      ],
      [trade(CORE_1, STX, 50, 10, 0)],
    ],
    [
      'a fee out of the output',
      [
        [CAT, ME, P, 10],
        [DOG, P, FEES, 1],
        [DOG, P, ME, 8],
      ],
      [trade(POOL, CAT, 10, 9, 0)],
    ],
    [
      'a fee that the trader pays elsewhere',
      [
        [CAT, ME, P, 10],
        [CAT, ME, FEES, 1],
        [DOG, P, ME, 9],
      ],
      [trade(POOL, CAT, 10, 9, 0)],
    ],
    [
      'a subnet copy',
      [
        [COPY, ME, ROUTER, 7],
        [COPY, ROUTER, C, 7],
        [CAT, C, ROUTER, 5],
      ],
      [trade(COPIES, COPY, 7, 5, 1)],
    ],
    [
      'wrapped STX into a pool',
      [
        [STX, ME, ARK, 50],
        [WRAPPED, '', ME, 50],
        [WRAPPED, ME, ARK, 50],
        [DOG, ARK, ME, 9],
      ],
      [trade(WRAPS, STX, 50, 9, 2)],
    ],
    [
      'wrapped STX out of a pool',
      [
        [DOG, ME, ARK, 9],
        [WRAPPED, ARK, ME, 50],
        [WRAPPED, ME, '', 50],
        [STX, ARK, ME, 50],
      ],
      [trade(WRAPS, DOG, 9, 50, 0)],
    ],
    [
      'liquidity added, then a swap',
      [
        [CAT, ME, P, 5],
        [DOG, ME, P, 5],
        [P, '', ME, 4],
        [DOG, ME, P, 9],
        [CAT, P, ME, 8],
      ],
      [trade(POOL, DOG, 9, 8, 3)],
    ],
    [
      'a swap, then liquidity removed',
      [
        [CAT, ME, P, 10],
        [DOG, P, ME, 9],
        [P, ME, '', 4],
        [CAT, P, ME, 5],
        [DOG, P, ME, 5],
      ],
      [trade(POOL, CAT, 10, 9, 0)],
    ],
    [
      'a payment before a swap',
      [
        [CAT, ME, P, 1],
        [CAT, ME, P, 10],
        [DOG, P, ME, 9],
      ],
      [trade(POOL, CAT, 10, 9, 1)],
    ],
    [
      'liquidity added',
      [
        [CAT, ME, P, 5],
        [DOG, ME, P, 5],
        [P, '', ME, 4],
      ],
      [],
    ],
    [
      'liquidity removed',
      [
        [P, ME, '', 4],
        [CAT, P, ME, 5],
        [DOG, P, ME, 5],
      ],
      [],
    ],
    [
      'liquidity added and removed',
      [
        [CAT, ME, P, 5],
        [DOG, ME, P, 5],
        [P, '', ME, 4],
        [P, ME, '', 4],
        [CAT, P, ME, 5],
        [DOG, P, ME, 5],
      ],
      [],
    ],
    ['a payment', [[CAT, ME, P, 5]], []],
    [
      'a payment that is returned',
      [
        [CAT, ME, P, 5],
        [CAT, P, ME, 5],
      ],
      [],
    ],
    [
      'a token that no vault exchanges',
      [
        [id('fox'), ME, P, 5],
        [CAT, P, ME, 5],
      ],
      [],
    ],
    [
      'a bridge',
      [
        [DOG, ME, COPY, 5],
        [COPY, '', ME, 5],
      ],
      [],
    ],
    ['shares that are transferred', [[P, ME, ROUTER, 5]], []],
    ['nothing', [], []],
  ])('finds in %s what the vaults traded', (_, steps, expected) => {
    expect(tradesOf(movements(steps), TRADED)).toEqual(expected);
  });

  it('finds each swap of any sequence over several vaults once, to the unit', () => {
    const swaps = fc.array(
      fc.record({
        vault: fc.constantFrom(POOL, COPIES, CORE_1, CORE_2, WRAPS),
        forward: fc.boolean(),
        amountIn: fc.bigInt({ min: 1n, max: 2n ** 100n }),
        amountOut: fc.bigInt({ min: 1n, max: 2n ** 100n }),
        before: fc.constantFrom('nothing', 'payment', 'liquidity'),
        fee: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(swaps, (list) => {
        const steps: Movement[] = [];
        const expected: object[] = [];
        const move = (asset: ContractId, from: Principal | '', to: Principal | '', amount: bigint) => {
          const [step] = movements([[asset, from, to, 0]]);
          steps.push({ ...step!, amount, place: steps.length });
          return steps.length - 1;
        };
        for (const { vault: of, forward, amountIn, amountOut, before, fee } of list) {
          const holder = of.externalPoolId ?? of.contractId;
          const [tokenIn, tokenOut] = forward ? [of.tokenA, of.tokenB] : [of.tokenB, of.tokenA];
          const moved = (each: ContractId) => (of === WRAPS && each === STX ? WRAPPED : each);
          if (before === 'payment') move(moved(tokenIn), ME, holder, 3n);
          if (before === 'liquidity') {
            move(moved(tokenOut), ME, holder, 3n);
            move(moved(tokenIn), ME, holder, 3n);
            move(id('shares'), '', ME, 3n);
          }
          const place = move(moved(tokenIn), ME, holder, amountIn);
          move(moved(tokenOut), holder, ME, amountOut);
          if (fee) move(moved(tokenIn), holder, FEES, 1n);
          expected.push({ vault: of.contractId, tokenIn, amountIn, tokenOut, amountOut, place });
        }
        expect(tradesOf(steps, TRADED)).toEqual(expected);
      }),
    );
  });
});
