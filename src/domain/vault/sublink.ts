import { ROUNDING, type HopInterval, type RoutableRules } from './rules.js';

/** A token (A) and its subnet copy (B), exchanged 1:1 without a fee. The subnet's contract holds the token. */
export const SUBLINK: RoutableRules = {
  opcodes: [5, 6],
  hasReserves: false,
  isQuoted: false,
  isEven: true,
  proof: 'even',
  balancesAreReserves: true,
  // A bridge holds the tokens behind the copies and is not a market for them.
  isMarket: false,
  fixedFeePpm: 0,
  holder: ({ externalPoolId, tokenB }) => externalPoolId ?? tokenB,
  forwardsFee: () => false,

  findDefects({ tokenA, tokenB, feePpm }, tokens) {
    const copy = tokens.get(tokenB);
    const isCopy = copy === undefined || copy.base === tokenA;
    const problem = `a sublink's tokenB must be the subnet copy of its tokenA ${tokenA}`;
    return [
      ...(isCopy ? [] : [{ field: 'tokenB' as const, problem }]),
      ...((feePpm ?? 0) === 0 ? [] : [{ field: 'feePpm' as const, problem: 'a sublink takes no fee' }]),
    ];
  },

  quote: (_vault, _sides, amountIn) => ({ dx: amountIn, dy: amountIn }),
  ceiling: (_vault, _sides, amountIn) => amountIn,
  leastInput: (_vault, _sides, amountOut) => amountOut,
  retained: (_vault, amountIn) => amountIn,
  overflows: () => false,
  rateKept: () => 1,
  curve: () => [ENDLESS, ENDLESS * (1 + ROUNDING)],
};

/** Writes to `out` the amounts for an input from `low` to `high`. The output equals the input. */
export function boundSublink(out: HopInterval, low: number, high: number): void {
  out.dxLow = out.low = low;
  out.dxHigh = out.high = high;
}

/** Reserve so large that a pool of this size gives exactly what it gets. */
const ENDLESS = 1e200;
