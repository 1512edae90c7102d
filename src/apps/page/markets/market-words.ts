import type { TokenPrice } from '../../../sdk/client/index.js';
import { share } from '../../../sdk/words/numbers.js';
import type { Mark } from './mark.js';
import { safetyMarks } from './safety-words.js';

/** Liquidity in dollars below which even a small trade moves the price. */
const LOW_LIQUIDITY_USD = 1_000;
/** Cost of a round trip (percent) above which trading consumes most gains. */
const HIGH_COST = 5;

const NO_LOSS = 'Pools differ in price: buying for a dollar and selling straight back loses nothing.';

type Priced = Pick<TokenPrice, 'roundTripLoss' | 'liquidityUsd' | 'thin' | 'stale' | 'safety'>;

/** Marks for what a buyer should know before looking at the price, from the server's flags and from the figures. */
export function marksOf(token: Priced): readonly Mark[] {
  return [
    liquidityMark(token),
    costMark(token),
    thinMark(token),
    staleMark(token),
    ...safetyMarks(token.safety),
  ].filter((mark) => mark !== undefined);
}

function liquidityMark({ liquidityUsd }: Priced): Mark | undefined {
  if (liquidityUsd >= LOW_LIQUIDITY_USD) return undefined;
  if (liquidityUsd === 0)
    return {
      word: 'no liquidity',
      kind: 'bad',
      about: 'Pools hold none of it: it may not be possible to trade at this price.',
    };
  return {
    word: 'low liquidity',
    kind: 'warn',
    about: 'Pools hold less than $1,000 of it: a small trade moves this price.',
  };
}

function costMark({ roundTripLoss }: Priced): Mark | undefined {
  if (roundTripLoss === null || roundTripLoss < HIGH_COST) return undefined;
  const about = `Buying for a dollar and selling straight back costs ${share(roundTripLoss / 100)}.`;
  return { word: 'costly', kind: 'warn', about };
}

/** The server's own warning about the cost, in addition to the one computed here. */
const thinMark = ({ thin }: Priced): Mark | undefined =>
  thin
    ? { word: 'thin', kind: 'warn', about: 'A round trip loses over 25%: this price triggers no order.' }
    : undefined;

const staleMark = ({ stale }: Priced): Mark | undefined =>
  stale ? { word: 'stale', kind: 'bad', about: 'This price is more than 15 minutes old.' } : undefined;

/** Result of buying and selling straight back. */
export interface RoundTrip {
  /** Cost, such as `costs 0.6%`, or `no loss`. */
  readonly text: string;
  readonly kind: 'plain' | 'high';
  /** Reason why a round trip loses nothing. */
  readonly about?: string;
}

/** Words for the result of a round trip. A cost below 0 is no loss. Undefined if the cost is not measured. */
export function roundTripOf({
  roundTripLoss: cost,
}: Pick<TokenPrice, 'roundTripLoss'>): RoundTrip | undefined {
  if (cost === null) return undefined;
  if (cost < 0) return { text: 'no loss', kind: 'plain', about: NO_LOSS };
  return { text: `costs ${share(cost / 100)}`, kind: cost >= HIGH_COST ? 'high' : 'plain' };
}
