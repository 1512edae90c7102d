import { POOL } from './pool.js';
import { boundsOf, ceilingOf, leastFor, rateOf } from './probes.js';
import { ROUNDING, type RoutableRules } from './rules.js';

/**
 * A vault whose maths only its contract knows. The router knows quotes of single amounts, its probes, which bound all
 * other amounts: good enough to rank routes, never to send a swap. `quote` is that bound, and the contract's own answer
 * where the amount was probed.
 */
export const QUOTED: RoutableRules = {
  ...POOL,
  isQuoted: true,

  quote: (_vault, { probes = [] }, amountIn) => ({ dx: amountIn, dy: ceilingOf(probes, amountIn) }),
  ceiling: (_vault, { probes = [] }, amountIn) => ceilingOf(probes, amountIn),
  leastInput: (_vault, { probes = [] }, amountOut) => leastFor(probes, amountOut),

  // Only the contract knows, and it is queried before a swap is sent.
  overflows: () => false,

  rateKept(_vault, { probes = [] }, dx, dy) {
    const [smallest] = boundsOf(probes).given;
    return smallest === undefined ? 1 : Math.min(1, Number(dy) / Number(dx) / rateOf(smallest));
  },

  curve(_x, _y, _kept, probes) {
    const [smallest] = boundsOf(probes).given;
    return smallest === undefined ? [1, 0] : [ENDLESS, ENDLESS * rateOf(smallest) * (1 + ROUNDING)];
  },
};

/** So large that a pool of this size gives the same rate to every amount. */
const ENDLESS = 1e200;
