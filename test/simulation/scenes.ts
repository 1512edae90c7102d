import fc from 'fast-check';
import type { PlannedOrder } from '../support/planned-orders.js';
import { LAST_ACT, type Act, type Planned, type ProcessName } from './acts.js';
import type { Trouble } from './site.js';

/** Orders that only scenes place, all of the second owner. */
const [FIRST, SECOND, ...OTHERS] = [8, 11, 14, 17, 20] as const;

/** Time that the acts of a scene take at most, seconds. A block comes every 20 seconds. */
const LENGTH = 40;

const APIS = ['api-1', 'api-2', 'api-3'] as const;
const EXECUTORS = ['executor-1', 'executor-2'] as const;

/** Acts at a time within a scene, seconds from its start. */
const at = (seconds: number, ...acts: Act[]): Planned[] => acts.map((act) => ({ at: seconds, act }));

/** An order's owner places it, and has it sent. */
const isSent = (n: number, seconds: number, terms: Partial<PlannedOrder> = {}): Planned[] => [
  ...at(0, { do: 'place', n, order: { trigger: 'manual', ...terms } }),
  ...at(seconds, { do: 'execute', n }),
];

const meet = (
  seconds: number,
  processes: readonly ProcessName[],
  times: number,
  ...kinds: Trouble[]
): Planned[] =>
  processes.flatMap((process) =>
    at(seconds, ...kinds.map((kind): Act => ({ do: 'trouble', process, kind, times }))),
  );

/** The market falls below the order's minimum between the storing of its swap and the block, by less than the order's slippage. */
const marketFalls = fc
  .record({ usd: fc.integer({ min: 2, max: 5 }), after: fc.integer({ min: 2, max: 20 }) })
  .map(({ usd, after }) => [
    ...at(0, { do: 'move market', usd }),
    ...isSent(FIRST, 1, { minimum: usd, lenient: true }),
    ...at(after, { do: 'move market', usd: usd * 0.97 }),
  ]);

/** A server learns late that its swap is refused. Executors send it meanwhile, and do not learn that a node has it. */
const sentAgain = fc.constant([
  ...meet(0, APIS, 1, 'broadcast-refused', 'broadcast-late', 'index-forgets'),
  ...meet(0, EXECUTORS, 4, 'broadcast-unheard', 'index-forgets'),
  ...isSent(FIRST, 1),
]);

/** A server learns late that its swap is refused. Another has the next nonce by then, and no executor sends the first one. */
const gap = fc.constant([
  ...EXECUTORS.flatMap((process) => at(0, { do: 'kill', process, turns: 0, restMs: 60_000 })),
  ...meet(0, APIS, 1, 'broadcast-refused', 'broadcast-late'),
  ...isSent(FIRST, 1),
  ...meet(12, APIS, 0, 'broadcast-refused', 'broadcast-late'),
  ...isSent(SECOND, 12),
]);

/** A backup is restored that lacks a swap which no block has yet. */
const lostSwap = fc
  .record({
    after: fc.integer({ min: 2, max: 20 }),
    commits: fc.integer({ min: 1, max: 8 }),
    restMs: fc.nat({ max: 60_000 }),
  })
  .map(({ after, commits, restMs }) => [
    ...isSent(FIRST, 1),
    ...at(after, { do: 'database goes back', commits, as: 'backup', restMs }),
  ]);

/** Several servers send at the same moment, for an owner who may have fewer orders under way. */
const sentTogether = fc.constant([FIRST, SECOND, ...OTHERS].flatMap((n) => isSent(n, 1)));

/** Servers stall while they add orders to a one-cancels-other group. An executor sends an order of the group meanwhile. */
const groupGrows = fc
  .tuple(
    ...APIS.map((process) =>
      fc.record({ process: fc.constant(process), turns: fc.integer({ min: 3, max: 9 }) }),
    ),
  )
  .map((stalls) => [
    ...EXECUTORS.flatMap((process) => at(0, { do: 'stall', process, turns: 0, ms: 5_000 })),
    ...at(0, { do: 'place', n: FIRST, order: { trigger: 'at-once', group: 'oco' } }),
    ...stalls.flatMap((stall) => at(2, { do: 'stall', ...stall, ms: 20_000 })),
    ...OTHERS.flatMap((n) => at(2, { do: 'place', n, order: { trigger: 'manual', group: 'oco' } })),
  ]);

/** A scene that starts at any time, from so many seconds on. */
const from = (earliest: number, scene: fc.Arbitrary<readonly Planned[]>) =>
  fc
    .tuple(fc.integer({ min: earliest, max: LAST_ACT - LENGTH }), scene)
    .map(([start, acts]) => acts.map((each): Planned => ({ ...each, at: start + each.at })));

/** Acts that together lead to what single ones hardly ever meet. */
export const scenes = fc.oneof(
  { arbitrary: from(0, marketFalls), weight: 1 },
  { arbitrary: from(0, sentAgain), weight: 2 },
  // Late, so that hardly any other order takes the nonce.
  { arbitrary: from(LAST_ACT - 2 * LENGTH, gap), weight: 2 },
  { arbitrary: from(0, lostSwap), weight: 1 },
  { arbitrary: from(0, sentTogether), weight: 1 },
  { arbitrary: from(0, groupGrows), weight: 2 },
);
