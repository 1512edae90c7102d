import type { Evaluation } from '../../domain/order/evaluation/evaluation.js';
import type { Figures } from '../../domain/order/evaluation/retry-policy.js';

/** Reason why an open order is not sent, as its owner reads it. */
export type Reason = Evaluation['reason'];

/**
 * Reasons that no evaluation gives. Those of failed attempts an owner sees only as `backing-off`; the operator and the order's log get the
 * reason itself. A stop that is reached is only in the log.
 */
const UNSHOWN = [
  'swap-unprotectable',
  'sibling-sent',
  'entry-not-confirmed',
  'broadcast-refused',
  'dry-run',
  'internal',
  'stop-reached',
] as const;
type Unshown = (typeof UNSHOWN)[number];

/** Field of an evaluation that has a sentence of its own. */
export type Fact = keyof Figures | 'opensAt' | 'ratio' | 'distance';

type StateOf<R, E = Evaluation> = E extends Evaluation ? (R extends E['reason'] ? E['state'] : never) : never;

/** Words for a reason. `{input}`, `{output}` and `{token}` are the names of tokens, `{trigger}` is the condition. */
export interface ReasonWords {
  /** State of an order that waits for this reason. */
  readonly state: Evaluation['state'];
  readonly title: string;
  /** Action that helps, or a note on what happens automatically. */
  readonly help: string;
  /** Fields of the evaluation that give details, in the order in which they are shown. */
  readonly facts?: readonly Fact[];
}

/** Help if nothing can be done. */
export const NOTHING = 'There is nothing to do.';
const HELD = 'The order is held until a price can be relied on. There is nothing to do.';
const COUNT = ['confirmed', 'confirm', 'unit', 'average'] as const;
const LIQUIDITY = ['liquidityUsd', 'minLiquidityUsd'] as const;

/** Every reason why an order is not sent, in the order in which the docs list them. */
export const REASONS: {
  readonly [R in Reason | Unshown]: ReasonWords & {
    readonly state: R extends 'stop-reached' ? 'ready' : R extends Unshown ? 'backing-off' : StateOf<R>;
  };
} = {
  manual: {
    state: 'manual',
    title: 'It waits for its owner.',
    help: 'It has no trigger: its owner executes it.',
  },
  'waiting-entry': {
    state: 'waiting',
    title: 'It waits for its entry.',
    help: 'It may be sent once its entry is confirmed, and ends if that ends in any other way. There is nothing to do.',
  },
  'waiting-window': {
    state: 'waiting',
    title: 'It waits for its time.',
    help: NOTHING,
    facts: ['opensAt'],
  },
  'waiting-price': {
    state: 'waiting',
    title: 'It waits for its price.',
    help: 'It is sent once this holds: {trigger}.',
    facts: ['ratio', 'distance'],
  },
  'waiting-mark': {
    state: 'waiting',
    title: 'No price sets its stop yet.',
    help: 'Its stop follows the price once a price is confirmed, and has reached its activation price if it has one.',
  },
  'waiting-confirmation': {
    state: 'waiting',
    title: 'Its price is met, and has to hold.',
    help: 'There is nothing to do. A next order may ask for a shorter confirmation.',
    facts: COUNT,
  },
  'own-pool': {
    state: 'waiting',
    title: 'Only the pools that it would trade through meet its price.',
    help: 'It waits five times as long, or for another pool to agree. Trade another pair, or trigger on another token.',
    facts: ['pools', 'ratioWithout', ...LIQUIDITY, ...COUNT],
  },
  'price-missing': { state: 'held', title: 'The price of {token} is not known.', help: HELD },
  'price-stale': { state: 'held', title: 'The price of {token} is too old.', help: HELD },
  'price-thin': {
    state: 'held',
    title: 'The price of {token} comes from too little trade.',
    help: HELD,
  },
  'low-liquidity': {
    state: 'held',
    title: 'The pools of {token} hold too little.',
    help: 'It is held until they hold more. A next order may have a lower least liquidity.',
    facts: LIQUIDITY,
  },
  'below-minimum': {
    state: 'backing-off',
    title: 'The swap would give less than its minimum.',
    help: 'Wait for a better price, or place a new order with a lower minimum.',
    facts: ['amountOut', 'minAmountOut'],
  },
  'price-impact': {
    state: 'backing-off',
    title: 'The swap would move the price too far.',
    help: 'Wait for more liquidity, split the order, or place a new one that takes more price impact.',
    facts: ['priceImpact', 'maxPriceImpact'],
  },
  'insufficient-balance': {
    state: 'backing-off',
    title: 'Its owner has too little of {input} to trade.',
    help: 'Deposit more of {input}, or wait for swaps under way.',
    facts: ['balance', 'needed'],
  },
  'no-route': {
    state: 'backing-off',
    title: 'No vaults join {input} and {output}.',
    help: 'Wait until vaults join the tokens, or place a new order for another output.',
  },
  'unprotected-route': {
    state: 'backing-off',
    title: 'The best route passes a vault whose payout nothing bounds.',
    help: 'Wait for another route, or place a new order without a minimum and slippage.',
  },
  'swap-unprotectable': {
    state: 'backing-off',
    title: 'Nothing can bound the amounts that the swap moves.',
    help: 'Place a smaller order.',
  },
  'owner-in-flight': {
    state: 'backing-off',
    title: 'Other swaps of its owner are not mined yet.',
    help: 'Wait until your other swaps are mined.',
  },
  'too-many-failures': {
    state: 'backing-off',
    title: 'Too many swaps of its owner failed within an hour.',
    help: 'Find out why the swaps failed: read failureReason of the failed orders.',
  },
  'sibling-sent': {
    state: 'backing-off',
    title: 'Another order of its one-cancels-other group is on its way.',
    help: NOTHING,
  },
  'entry-not-confirmed': {
    state: 'backing-off',
    title: 'Its entry is not confirmed.',
    help: NOTHING,
  },
  'order-spent': {
    state: 'backing-off',
    title: 'A transaction has used its signature already.',
    help: 'It becomes confirmed within a few minutes if that has paid it, and ends otherwise.',
  },
  'terms-changed': {
    state: 'backing-off',
    title: 'The stored terms are not those that its owner signed.',
    help: 'It is never sent. Tell the operator, and place it again.',
  },
  'worth-unknown': {
    state: 'backing-off',
    title: 'The worth of {input} is not known, and the operator limits what an order may be worth.',
    help: 'Wait until {input} has a recent price.',
  },
  'worth-too-high': {
    state: 'backing-off',
    title: 'It is worth more than the operator sends in one order.',
    help: 'Place smaller orders.',
  },
  'chain-unreachable': {
    state: 'backing-off',
    title: 'The chain cannot be reached.',
    help: 'It is retried automatically. There is nothing to do.',
  },
  'broadcast-refused': {
    state: 'backing-off',
    title: 'The node refused its transaction.',
    help: 'It is retried automatically. There is nothing to do.',
  },
  'dry-run': {
    state: 'backing-off',
    title: 'This server only plans swaps.',
    help: 'Use a server that sends swaps.',
  },
  internal: {
    state: 'backing-off',
    title: 'An error kept it from being sent; the server’s log has it.',
    help: 'Tell the operator if it stays.',
  },
  'backing-off': {
    state: 'backing-off',
    title: 'An attempt failed, and the next one is scheduled.',
    help: 'The cause is the server’s or the chain’s. Tell the operator if it stays.',
  },
  'stop-reached': { state: 'ready', title: 'The price has reached its stop.', help: NOTHING },
  due: { state: 'ready', title: 'It is sent next.', help: 'Tell the operator if it stays.' },
  'broadcast-unknown': {
    state: 'sending',
    title: 'Its swap is on its way.',
    help: 'It is sent again until the chain has it. There is nothing to do.',
  },
  expired: {
    state: 'ended',
    title: 'Its window has ended.',
    help: 'It is cancelled next. Place a new order.',
  },
  'max-age': {
    state: 'ended',
    title: 'It was open for 90 days.',
    help: 'It is cancelled next. Place a new order.',
  },
};

/** The words for every reason that an evaluation can give. */
export const EVALUATED = Object.fromEntries(
  Object.entries<ReasonWords>(REASONS).filter(([reason]) => !UNSHOWN.some((one) => one === reason)),
) as Readonly<Record<Reason, ReasonWords>>;

/** Words for a reason by its name; undefined if a newer server added it. */
export const reasonWords = (reason: string): ReasonWords | undefined =>
  Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason] : undefined;

/** Help for a reason, without the names of a particular order. */
export const helpWith = (reason: keyof typeof REASONS): string => named(REASONS[reason].help);

/** A sentence as part of another: `It waits.` is `it waits`. */
export const phrase = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');

/** Names of an order's tokens and condition in a sentence. */
export interface Names {
  readonly input: string;
  readonly output: string;
  readonly token: string;
  readonly trigger: string;
}

/** Names to use when there is no particular order. */
export const UNNAMED: Names = {
  input: 'the input token',
  output: 'the output token',
  token: 'a token',
  trigger: 'its condition',
};

/** A sentence with the names filled in. */
export const named = (sentence: string, names: Names = UNNAMED): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: keyof Names) => names[name]);

/** Titles of a table, each as part of a sentence, followed by its note for programs if it has one. */
export const titlesOf = <W extends string>(
  table: Readonly<Record<W, { readonly title: string; readonly note?: string }>>,
): Readonly<Record<W, string>> =>
  Object.fromEntries(
    Object.entries<{ readonly title: string; readonly note?: string }>(table).map(
      ([word, { title, note }]) => [
        word,
        [phrase(named(title)), ...(note === undefined ? [] : [note])].join('; '),
      ],
    ),
  ) as Record<W, string>;
