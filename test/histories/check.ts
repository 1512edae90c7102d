import type { OrderView } from '../support/exchange.js';
import { compareWithChain, type MinedTransaction } from '../support/swaps-on-chain.js';
import type { Call, Deliveries, Feed, Follower, OrderHistory } from './history.js';
import { isLinearizable, minimal } from './linearize.js';
import { orderModel, standingsOf, stepsOf, type Step } from './order-model.js';

/** Everything that a run has recorded, and what it left behind. */
export interface Run {
  readonly orders: readonly OrderHistory[];
  readonly feed: Feed;
  readonly followers: readonly Follower[];
  readonly deliveries: readonly Deliveries[];
  /** The orders that are stored in the end. */
  readonly stored: readonly OrderView[];
  readonly mined: readonly MinedTransaction[];
}

/** What the run breaks, each with the part of the record that shows it; empty if nothing. */
export function violationsOf({ orders, feed, followers, deliveries, stored, mined }: Run): readonly string[] {
  const { lost, doubled } = compareWithChain(stored, mined);
  const logOf = (uuid: string) => feed.filter((event) => event.uuid === uuid);
  const uuidsOf = (owner: string) =>
    new Set(orders.filter((order) => order.owner === owner).map(({ uuid }) => uuid));
  const ofOwner = (owner: string) => {
    const uuids = uuidsOf(owner);
    return feed.filter(({ uuid }) => uuids.has(uuid));
  };
  return [
    ...orders.flatMap((order) => violationOfOrder(order, logOf(order.uuid))),
    ...lost.map((uuid) => `${uuid} and the chain disagree`),
    ...doubled.map((uuid) => `${uuid} was paid by two transactions`),
    ...followers.flatMap(({ owner, lines }) => violationOfStream(lines, ofOwner(owner))),
    ...deliveries.flatMap(({ owner, messages }) => violationsOfWebhook(messages, ofOwner(owner))),
  ];
}

/** What one order's calls and log break. */
export function violationOfOrder(order: OrderHistory, log: Feed): readonly string[] {
  const standings = standingsOf(log);
  if (typeof standings === 'string') return [`the log of ${order.uuid} is no path: ${standings}`];
  const model = orderModel(order, log, standings);
  const steps = stepsOf(order.calls);
  if (isLinearizable(steps, model)) return [];
  const least = minimal(steps, model, ({ answer: _forgotten, ...step }) => ({ ...step, to: Infinity }));
  const events = log.map(({ type }) => type).join(', ');
  return [
    [`no order of these calls explains ${order.uuid}, whose log is ${events}`, ...least.map(lineOf)].join(
      '\n  ',
    ),
  ];
}

const msOf = (time: number): string => (time === Infinity ? '…' : time.toFixed(0));

const lineOf = ({ who, act, from, to, answer }: Step | Call): string =>
  `${msOf(from)} to ${msOf(to)} ms, ${who}: ${JSON.stringify(act)} → ${JSON.stringify(answer) ?? 'unknown'}`;

/** A follower gets each event of its orders once, in order, over all connections, up to the newest. */
export function violationOfStream(lines: Follower['lines'], feed: Feed): readonly string[] {
  /** Everything up to here was received; undefined until a snapshot is complete. */
  let position: number | undefined;
  for (const [n, line] of lines.entries()) {
    const wrong = (what: string) => [
      `a stream ${what}:\n  ${lines
        .slice(Math.max(0, n - 5), n + 1)
        .map((each) => JSON.stringify(each))
        .join('\n  ')}`,
    ];
    const due = feed.find((event) => position !== undefined && event.position > position);
    if (line.kind === 'resync') position = undefined;
    else if (line.kind === 'opened') position = line.after;
    else if (line.kind === 'synced') {
      if (position !== undefined && due !== undefined && due.position <= line.position)
        return wrong(`is synced without event ${due.position}`);
      if (position !== undefined && line.position < position) return wrong('goes back');
      position = line.position;
    } else {
      if (position === undefined) return wrong('gives an event before its snapshot is complete');
      if (line.position <= position) return wrong('repeats an event, or goes back');
      if (due === undefined || line.position !== due.position)
        return wrong(`gives ${line.position} where ${due?.position ?? 'nothing'} is next`);
      if (line.uuid !== due.uuid || line.seq !== due.seq) return wrong('gives an event of another order');
      position = line.position;
    }
  }
  const left = feed.find((event) => position === undefined || event.position > position);
  return left === undefined ? [] : [`a stream never gives event ${left.position}`];
}

/** A webhook gets each event of its orders at least once, those of one order first in the order of its log. */
export function violationsOfWebhook(messages: Deliveries['messages'], feed: Feed): readonly string[] {
  const received = new Map<string, number>();
  const wrong: string[] = [];
  for (const { uuid, seq } of messages) {
    const before = received.get(uuid) ?? 0;
    if (seq > before + 1) wrong.push(`a webhook gets event ${seq} of ${uuid} after ${before}`);
    received.set(uuid, Math.max(before, seq));
  }
  for (const { uuid, seq } of feed)
    if (seq > (received.get(uuid) ?? 0)) wrong.push(`a webhook never gets event ${seq} of ${uuid}`);
  return wrong;
}
