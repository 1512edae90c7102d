import { counted } from './counts.js';
import type { Terms } from './order.js';
import { fullTime } from './times.js';
import { priceWords, type TokenWords } from './token-words.js';

/** A price that was recorded, with the stop of a trailing order then. */
interface Run {
  readonly at: string;
  readonly ratio: string;
  readonly stop?: string;
}

/** Replay of an order over recorded prices, as JSON. */
interface Replay {
  readonly runs: number;
  readonly unpriced: number;
  readonly met: number;
  readonly held: number;
  readonly fired?: Run & { readonly confidence: 'recorded' | 'likely' };
  readonly nearest?: Run;
}

/** Fate of an order at recorded prices, in words. */
export interface ReplayWords {
  /** Sentence without capital and full stop. */
  readonly outcome: string;
  readonly details: readonly string[];
}

/** Words for the replay of an order. */
export function replayWords(order: Terms, replay: Replay, words: TokenWords): ReplayWords {
  const { runs, unpriced, met, held, fired, nearest } = replay;
  const price = (ratio: string) => priceWords(ratio, order.baseAsset, words);
  const stopWords = ({ stop }: Run) => (stop === undefined ? '' : ` with the stop at ${price(stop)}`);
  return {
    outcome:
      fired === undefined
        ? 'it would not have been sent'
        : `it would have been sent at ${fullTime(fired.at)}, at ${price(fired.ratio)}${stopWords(fired)}${fired.confidence === 'likely' ? ' (likely: blocks are not recorded)' : ''}`,
    details: [
      `${counted(runs, 'run')}, ${unpriced} without a price; ${met} met the price, ${held} held until it is confirmed`,
      ...(nearest === undefined
        ? []
        : [`closest at ${fullTime(nearest.at)}: ${price(nearest.ratio)}${stopWords(nearest)}`]),
    ],
  };
}
