import type { OperatorStanding } from '../../../application/operator/read-standing.js';
import type { OperatorSession } from '../../../domain/operator/session.js';
import type { Clock } from '../../../ports/index.js';
import { address } from '../schema/common-schemas.js';
import { operation } from '../operation/operation.js';
import { list, time, whole, type Schema, type WireOf } from '../schema/schema.js';
import { field, fields, named, within } from '../schema/shape.js';
import { PRICE_HEALTH } from '../prices/price-health.js';
import { EXECUTOR, HEALTH, NODE, PROBLEM, PROCESS } from './process-shapes.js';
import type { ProcessState } from './process-state.js';
import { requireSession, SESSION_ERRORS, type OperatorParts } from './session.js';
import { ACCOUNT, DUE, QUARANTINED, SENDING } from './status-shapes.js';

interface StatusView {
  readonly session: OperatorSession;
  readonly standing: OperatorStanding;
  readonly state: ProcessState;
  readonly now: Date;
}

const ORDERS: Schema<Readonly<Record<string, number>>> = {
  type: 'object',
  description: 'orders by status',
  additionalProperties: whole('orders', { minimum: 0 }),
};

export const STATUS = named(
  'OperatorStatus',
  fields<StatusView>()(
    {
      ...within(({ session }: StatusView) => session, {
        wallet: address('wallet that is signed in'),
        expiresAt: time('end of the session'),
      }),
      now: time('the time of the process'),
      process: field(PROCESS.schema, ({ state }) => state.process),
      health: field(HEALTH.schema, ({ state }) => state.health),
      node: field(NODE.schema, ({ state, now }) => ({ node: state.node, now })),
      executor: field(EXECUTOR.schema, ({ state }) => state.executor),
      sending: field(SENDING.schema, ({ standing, state }) => ({ standing, health: state.health })),
      ...within(({ standing }: StatusView) => standing, {
        accounts: list(ACCOUNT.ref(), 'the operator’s accounts in this process, preferred one first'),
        prices: { ...PRICE_HEALTH.schema, description: 'as GET /prices/api/v1/health' },
        quarantined: list(QUARANTINED.ref(), 'in the order in which they were left out'),
        orders: ORDERS,
        due: DUE.schema,
      }),
      problems: field(
        list(PROBLEM.schema, 'the last warnings and errors in the server’s log, newest first'),
        ({ state }) => state.problems,
      ),
    },
    { description: 'state of the server' },
  ),
);

/** The body of `GET /api/v1/status`. */
export type OperatorStatusResponse = WireOf<typeof STATUS>;

export const readStatus = operation({
  id: 'readOperatorStatus',
  limitedAs: 'reads',
  path: '/api/v1/status',
  summary: 'State of the server: node, prices, executor, accounts, switch, vaults, errors',
  rules: [
    'The switch, accounts, prices and orders are those of the database and the chain. process, health, node, executor, quarantined and problems are those of the server that responds: behind a load balancer, call each at its own address.',
    'With SLUICE_WORKERS, health, executor and problems are those of all workers together; process, node and quarantined are those of the worker that responds.',
    'problems has the entries that LOG_LEVEL lets into the log, since the process started, without secrets and stacks.',
  ],
  access: ['operator-session'],
  response: { description: 'The status.', schema: STATUS.ref() },
  errors: SESSION_ERRORS,
  curl: '"$BASE/operator/api/v1/status" -H "Authorization: Bearer $SESSION"',
  handle: async (parts: OperatorParts & { readonly clock: Clock }, { req }) => {
    const session = await requireSession(parts, req);
    const [standing, state] = await Promise.all([parts.operator.standing(), parts.state()]);
    return STATUS.write({ session, standing, state, now: parts.clock.now() });
  },
});
