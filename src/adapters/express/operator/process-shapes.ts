import { HEALTH_CHECKS } from '../root/operations.js';
import { flag, list, object, oneOf, orNull, text, time, whole, type Schema } from '../schema/schema.js';
import { field, fields, optional } from '../schema/shape.js';
import type {
  ExecutorPass,
  ExecutorState,
  NodeState,
  ProcessHealth,
  ProcessIdentity,
  RecentProblem,
} from './process-state.js';

export const PROCESS = fields<ProcessIdentity>()(
  {
    id: text('random; ids that it gives to requests begin with it'),
    startedAt: time('start of serving'),
    version: text('the program’s'),
    roles: list(text('a role'), 'purpose'),
  },
  { description: 'the process that responded' },
);

export const HEALTH = fields<ProcessHealth>()(
  {
    ready: flag('whether it can serve requests, as reported by GET /readyz'),
    reasons: list(text('for people'), 'parts that are not ready'),
    failing: field(
      list(oneOf(HEALTH_CHECKS, 'failing parts'), 'code for programs'),
      ({ failing = [] }) => failing,
    ),
  },
  { description: 'database, chain, clock and prices' },
);

interface NodeView {
  readonly node: NodeState;
  readonly now: Date;
}

const ageSeconds = (at: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1_000));

export const NODE = fields<NodeView>()(
  {
    height: field(
      orNull(whole('the newest block of its index; null while it cannot be read')),
      ({ node }) => node.newest?.height,
    ),
    blockAt: field(orNull(time('the time of that block')), ({ node }) => node.newest?.at),
    blockAgeSeconds: field(
      orNull(whole('since then', { minimum: 0, 'x-unit': 'seconds' })),
      ({ node: { newest }, now }) => newest && ageSeconds(newest.at, now),
    ),
    suspendedSince: field(
      orNull(
        time(
          'start of the suspension of requests, because the node failed too often; null while they are not suspended',
        ),
      ),
      ({ node }) => node.suspendedSince,
    ),
    hosts: field(whole('number of its addresses', { minimum: 1 }), ({ node }) => node.hosts),
    host: field(
      whole('address in use, counted from 0 in order of preference', { minimum: 0 }),
      ({ node }) => node.host,
    ),
  },
  { description: 'the Stacks node, as seen by this process' },
);

const PASS = fields<ExecutorPass>()(
  {
    endedAt: time('time of its end'),
    left: text('reason why it left due orders unsent; none if it left none'),
    expired: whole('orders that it ended because they had expired', { minimum: 0 }),
    attempts: field(
      list(
        object({ outcome: text('outcome'), orders: whole('number of them', { minimum: 1 }) }),
        'attempts to send an order',
      ),
      ({ attempts }) => Object.entries(attempts).map(([outcome, orders]) => ({ outcome, orders })),
    ),
  },
  { description: 'the last pass; absent before the first' },
);

export const EXECUTOR = fields<ExecutorState>()(
  {
    isRunning: flag('whether the server executes orders'),
    lastPass: optional(PASS.schema),
    caughtUpAt: field(
      orNull(time('last pass that left no due order unsent')),
      ({ caughtUpAt }) => caughtUpAt,
    ),
  },
  { description: 'the executor of the server' },
);

const FACTS: Schema<Readonly<Record<string, unknown>>, object> = {
  type: 'object',
  description: 'facts of the last occurrence, without secrets and stacks',
  additionalProperties: true,
};

export const PROBLEM = fields<RecentProblem>()({
  at: time('time of the last log line'),
  level: oneOf(['warn', 'error', 'fatal'], 'severity'),
  message: text('the line’s message'),
  times: whole('number of consecutive occurrences', { minimum: 1 }),
  fields: FACTS,
});
