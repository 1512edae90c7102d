import { PRODUCT } from './pool.js';
import { boundsOf, ceilingOf, leastFor, rateOf } from './probes.js';
import { ROUNDING, type RoutableRules } from './rules.js';

/**
 * A vault whose maths only its contract knows. The router has only quotes of single amounts, called probes. They bound the
 * outputs for all other amounts, which is good enough to rank routes but never to send a swap. `quote` returns that bound, or the
 * contract's own answer if the amount was probed.
 */
export const QUOTED: RoutableRules = {
  ...PRODUCT,
  isQuoted: true,
  // The fee, whatever it is, is already deducted from the quotes.
  fixedFeePpm: 0,

  quote: (_vault, { y, probes = [] }, amountIn) => ({ dx: amountIn, dy: ceilingOf(probes, y, amountIn) }),
  ceiling: (_vault, { y, probes = [] }, amountIn) => ceilingOf(probes, y, amountIn),
  leastInput: (_vault, { y, probes = [] }, amountOut) => leastFor(probes, y, amountOut),

  // Only the contract knows, and it is queried before a swap is sent.
  overflows: () => false,

  rateKept(_vault, { probes = [] }, dx, dy) {
    const [smallest] = boundsOf(probes).given;
    return smallest === undefined ? 1 : Math.min(1, Number(dy) / Number(dx) / rateOf(smallest));
  },

  curve(_x, _y, _kept, probes) {
    const { given } = boundsOf(probes);
    return given.length === 0 ? [1, 0] : [ENDLESS, ENDLESS * Math.max(...given.map(rateOf)) * (1 + ROUNDING)];
  },
};

/** Reserve so large that a pool of this size gives the same rate to every amount. */
const ENDLESS = 1e200;
