import type { TokenWords } from './token-words.js';
import { PERCENT, spelled } from './language.js';

/** Figures of an execution report as JSON, as far as people are shown them. */
export interface ReportFigures {
  readonly executedAmountOut: string;
  readonly quotedWhenPlaced?: string;
  readonly quotedWhenSent?: string;
  readonly minimum?: string;
  readonly atParent?: { readonly ownRoute?: string; readonly best?: string };
  readonly shortfall: {
    readonly total?: string;
    readonly drift?: string;
    readonly delay?: string;
    readonly rest?: string;
    readonly route?: string;
  };
  readonly surplus: { readonly overQuote?: string; readonly overMinimum?: string };
  readonly shortfallBps?: number;
  readonly usd?: { readonly paid: number; readonly received: number };
}

/** A figure of a report in words. */
export interface ReportFact {
  readonly name: string;
  readonly text: string;
  /** Whether the figure is a part of the sum before it. */
  readonly isPart: boolean;
}

const RECEIVED_WORD = 'received';
const MINIMUM_WORD = 'minimum';

/**
 * The figures of a report in the order in which they are read, each known one with its name.
 *
 * @param outputToken contract id of what the order buys.
 */
export function reportFacts(
  { shortfall, surplus, atParent, usd, shortfallBps, ...report }: ReportFigures,
  outputToken: string,
  words: Pick<TokenWords, 'amount'>,
): readonly ReportFact[] {
  const bought = (units: string) => {
    const amount = words.amount(units.replace('-', ''), outputToken);
    return units.startsWith('-') ? `-${amount}` : amount;
  };
  const amount = (name: string, units: string | undefined, isPart = false): readonly ReportFact[] =>
    units === undefined ? [] : [{ name, text: bought(units), isPart }];
  const text = (name: string, shown: string | undefined): readonly ReportFact[] =>
    shown === undefined ? [] : [{ name, text: shown, isPart: false }];
  const dollars = (value: number | undefined) =>
    value === undefined ? undefined : `$${spelled(value.toPrecision(6))}`;
  return [
    ...amount(RECEIVED_WORD, report.executedAmountOut),
    ...amount('quoted when placed', report.quotedWhenPlaced),
    ...amount('quoted when sent', report.quotedWhenSent),
    ...amount(MINIMUM_WORD, report.minimum),
    ...amount('own route before its block', atParent?.ownRoute),
    ...amount('best route before its block', atParent?.best),
    ...amount('less than when placed', shortfall.total),
    ...amount('market before it was sent', shortfall.drift, true),
    ...amount('market until its block', shortfall.delay, true),
    ...amount('others before it in its block', shortfall.rest, true),
    ...amount('cost of the route', shortfall.route),
    ...amount('more than quoted', surplus.overQuote),
    ...amount('more than the minimum', surplus.overMinimum),
    ...text(
      'short of the best',
      shortfallBps === undefined ? undefined : `${spelled((shortfallBps / 100).toFixed(4))}${PERCENT}`,
    ),
    ...text('paid, in dollars', dollars(usd?.paid)),
    ...text('received, in dollars', dollars(usd?.received)),
  ];
}
