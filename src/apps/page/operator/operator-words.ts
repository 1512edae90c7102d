import type { OperatorAccount, OperatorStatus } from '../../../sdk/client/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { shortId } from '../../../sdk/words/names.js';
import { named, phrase, reasonWords } from '../../../sdk/words/reasons.js';
import { LANGUAGE } from '../../../sdk/words/language.js';

const STX_DECIMALS = 6;

/** An amount of microSTX, converted to STX, with the unit. */
export const stx = (ustx: string): string => `${exactAmount(ustx, STX_DECIMALS)} STX`;

/** Parts of the view, named by the ids of their elements. */
export type Part = 'sending' | 'server' | 'node' | 'recorder' | 'accounts';

/** Something that the operator has to do. */
export interface Need {
  readonly part: Part;
  readonly text: string;
}

type Sending = OperatorStatus['sending'];

/** Words for the amount that an account lacks; undefined if it holds enough or cannot be read. */
export function topUpWords(
  { address, balanceUstx }: Pick<OperatorAccount, 'address' | 'balanceUstx'>,
  { leastBalanceUstx }: Pick<Sending, 'leastBalanceUstx'>,
): string | undefined {
  if (balanceUstx === null || leastBalanceUstx === null) return undefined;
  if (BigInt(balanceUstx) >= BigInt(leastBalanceUstx)) return undefined;
  return `Top up ${shortId(address)}: ${stx(balanceUstx)}, needs ${stx(leastBalanceUstx)}`;
}

/** Number of swaps that an account can still pay for. */
export function runwayWords(account: OperatorAccount, sending: Sending): string {
  if (account.balanceUstx === null) return 'not read';
  if (topUpWords(account, sending) !== undefined) return 'none';
  if (account.swapsLeft === null) return 'no swap yet';
  return `about ${account.swapsLeft.toLocaleString(LANGUAGE)}`;
}

/** State of sending new swaps. The switch takes effect at once; other causes show up to half a minute later. */
export function sendingState({ stops, switch: { isPaused } }: Pick<Sending, 'stops' | 'switch'>) {
  if (isPaused) return 'paused';
  return stops.every(({ reason }) => reason === 'paused') ? 'on' : 'stopped';
}

/** Words for that state. */
export const SENDING_WORDS = { paused: 'paused', on: 'on', stopped: 'stopped' } as const;

/** Reasons that stop new swaps, except the switch and insufficient account balances, which are worded elsewhere. */
export const otherStops = ({ stops }: Pick<Sending, 'stops'>): readonly string[] =>
  stops
    .filter(({ reason }) => reason !== 'paused' && reason !== 'operator-balance-low')
    .map(({ detail }) => capital(detail));

const FAILING: Readonly<Record<OperatorStatus['health']['failing'][number], Need>> = {
  database: { part: 'server', text: 'The database does not respond' },
  clock: { part: 'server', text: 'The clock of the server is off' },
  chain: { part: 'node', text: 'The chain cannot be read' },
  prices: { part: 'recorder', text: 'Prices are not recorded' },
};

/** Everything that the operator has to do; empty while all is well. */
export function needsOf({ health, node, prices, sending, accounts }: OperatorStatus): readonly Need[] {
  const isNamed = (part: Part) => health.failing.some((check) => FAILING[check].part === part);
  const needs: (Need | false)[] = [
    ...health.failing.map((check) => FAILING[check]),
    node.suspendedSince !== null &&
      !isNamed('node') && { part: 'node', text: 'Requests to the node are suspended' },
    node.suspendedSince === null &&
      node.height === null &&
      !isNamed('node') && { part: 'node', text: 'The newest block cannot be read' },
    !prices.ok && !isNamed('recorder') && FAILING.prices,
    prices.ok &&
      prices.degraded && {
        part: 'recorder',
        text: `Only ${prices.tokensPriced} of ${prices.tokensRegistered} tokens have a price`,
      },
    sending.switch.isPaused && { part: 'sending', text: 'Sending is paused' },
    ...otherStops(sending).map((text): Need => ({ part: 'sending', text })),
    ...accounts.flatMap((account): Need[] => {
      const text = topUpWords(account, sending);
      return text === undefined ? [] : [{ part: 'accounts', text }];
    }),
  ];
  return needs.filter((need) => need !== false);
}

const LEFT: Readonly<Record<string, string>> = {
  more: 'more of them are sent in the next pass',
  outage: 'the node does not respond',
  clock: 'the clock is in doubt',
  'in-flight': 'earlier swaps wait for a block',
  stopped: 'sending is stopped',
};

/** Reason why due orders are not sent. */
export function dueWords(reason: string, { sending, executor }: OperatorStatus): string {
  if (reason !== 'due') return phrase(named(reasonWords(reason)?.title ?? reason));
  const state = sendingState(sending);
  if (state !== 'on') return `sending is ${SENDING_WORDS[state]}`;
  if (!sending.hasKey) return 'this process has no operator key';
  return LEFT[executor.lastPass?.left ?? ''] ?? 'they are sent in the next pass';
}

/** Due orders in one line: their number and, if all of them wait for a single cause, the cause. */
export function allDueWords({ due, ...status }: OperatorStatus): string {
  const [first] = due.reasons;
  if (first === undefined) return 'none';
  const orders = `${due.isComplete ? '' : 'more than '}${due.orders.toLocaleString(LANGUAGE)}`;
  const isAll = due.reasons.length === 1 && first.reason === 'due';
  return isAll ? `${orders}, ${dueWords('due', { due, ...status })}` : orders;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
