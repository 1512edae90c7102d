import type { Clock } from '../../../ports/index.js';
import { explain } from '../requests/request-log.js';
import { operation, SENT } from '../operation/operation.js';
import { always, digits, flag, list, object, oneOf, text, time, whole } from '../schema/schema.js';
import { field, fields, optional } from '../schema/shape.js';

/** Checks of readiness. */
export const HEALTH_CHECKS = ['database', 'chain', 'clock', 'prices'] as const;
/** A check of readiness. */
export type HealthCheck = (typeof HEALTH_CHECKS)[number];

/** Whether the process can serve requests. */
export interface Readiness {
  readonly ready: boolean;
  /** Reasons why the process is not ready, in words that anyone may read. */
  readonly reasons: readonly string[];
  /** Reasons for concern that make the process no less ready, in words; absent if there are none. */
  readonly warnings?: readonly string[];
  /** The failing checks, in words for programs; the operator’s status shows them. */
  readonly failing?: readonly HealthCheck[];
  /** The registered tokens that have no price; absent in a process that needs none. */
  readonly unpriced?: UnpricedCount;
  /** Absent in a process that has no operator key. */
  readonly sending?: SendingState;
  /** Absent in a process without replicas. A replica that serves no reads makes the process no less ready. */
  readonly replicas?: readonly ReplicaState[];
}

/** State of one replica of the database. */
export interface ReplicaState {
  /** Number of the replica among the configured ones, from 1. */
  readonly replica: number;
  readonly lagSeconds: number;
  /** Reason why it serves no reads, in words; absent while it does. */
  readonly problem?: string;
}

/** Whether new swaps are sent. */
export interface SendingState {
  readonly isStopped: boolean;
  /** Reasons why new swaps are stopped; empty while they are sent. */
  readonly reasons: readonly { readonly reason: string; readonly detail: string }[];
  /** The operator accounts, the preferred one first. */
  readonly accounts: readonly SendingAccount[];
}

/** An account that pays for swaps. */
export interface SendingAccount {
  readonly address: string;
  /** Number of the account's unmined transactions. */
  readonly inFlight: number;
  /** Balance in microSTX; absent if it could not be read. */
  readonly balanceUstx?: bigint;
}

/** Number of registered tokens that the newest run left without a price. */
export interface UnpricedCount {
  readonly tokens: number;
  readonly ofRegistered: number;
  /** Whether the operator should be alerted: too few tokens have a price. */
  readonly isDegraded: boolean;
  /** The most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly tokens: number }[];
}

/** Metrics in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Version and commit that the program was built from. */
export interface ProgramBuild {
  readonly version: string;
  /** Hash of the commit, followed by `-dirty` if files differed from it; absent if it is unknown. */
  readonly commit?: string;
}

const UP = object(
  {
    status: always('ok'),
    version: text('version of the program'),
    commit: text(
      'commit that the program was built from, followed by -dirty if files differed; absent if unknown',
    ),
  },
  { optional: ['version', 'commit'] },
);

export const isUp = operation({
  id: 'isUp',
  priority: 'urgent',
  path: '/healthz',
  summary: 'Whether the process is up',
  response: { description: 'The process is up.', schema: UP },
  curl: '"$BASE/healthz"',
  handle: ({ build }: { readonly build?: ProgramBuild | undefined }) => ({ status: 'ok' as const, ...build }),
});

const count = (description: string) => whole(description, { minimum: 0 });

const UNPRICED = fields<UnpricedCount>()(
  {
    tokens: count('registered tokens that the newest run did not price'),
    ofRegistered: count('tokens of the registry'),
    reasons: list(
      object({
        reason: text('word for programs; the prices service explains it'),
        tokens: count('tokens with this reason'),
      }),
      'most frequent first',
    ),
  },
  { description: 'tokens without a price; in processes that record or serve prices' },
);

const ACCOUNT = fields<SendingAccount>()(
  {
    address: text('address of the account'),
    inFlight: count('unmined transactions'),
    balanceUstx: optional(digits(text('balance in microSTX; absent if it could not be read'))),
  },
  { description: 'account that pays for swaps' },
);

const SENDING = fields<SendingState>()(
  {
    isStopped: flag('whether the operator, or an operator’s limit, stops new swaps'),
    reasons: list(
      object({ reason: text('word for programs, as execute returns it'), detail: text('for people') }),
      'obstacles to new swaps; empty while they are sent',
    ),
    accounts: list(ACCOUNT.schema, 'the operator’s accounts, preferred one first'),
  },
  { description: 'whether new swaps are sent; in processes with an operator key' },
);

const REPLICA = fields<ReplicaState>()({
  replica: whole('number of the replica in DATABASE_READ_URL', { minimum: 1 }),
  lagSeconds: whole('time by which it is behind the primary', { minimum: 0, 'x-unit': 'seconds' }),
  problem: optional(text('reason why it serves no reads; absent while it does')),
});

const REPLICAS = list(REPLICA.schema, 'replicas of the database, in processes that read from any');

const WARNINGS = list(text('a finding, and what to do'), 'concerns that make the process no less ready');

const READY = object(
  {
    status: oneOf(
      ['ready', 'degraded'],
      'degraded: it serves, but the share of tokens with a price is below the operator’s threshold, or no new swaps are sent',
    ),
    warnings: WARNINGS,
    unpriced: UNPRICED.schema,
    sending: SENDING.schema,
    replicas: REPLICAS,
  },
  { optional: ['warnings', 'unpriced', 'sending', 'replicas'] },
);

const UNREADY = object(
  {
    status: always('unready'),
    reasons: list(text('parts that are not ready'), 'why'),
    warnings: WARNINGS,
    unpriced: UNPRICED.schema,
    sending: SENDING.schema,
    replicas: REPLICAS,
  },
  { optional: ['warnings', 'unpriced', 'sending', 'replicas'] },
);

export const isReady = operation({
  id: 'isReady',
  priority: 'urgent',
  path: '/readyz',
  summary: 'Whether the process is ready to serve: database and chain respond',
  response: { description: 'The process is ready.', schema: READY },
  otherwise: {
    status: 503,
    description: 'The process is not ready.',
    schema: UNREADY,
    when: ({ status }) => status === 'unready',
  },
  curl: '"$BASE/readyz"',
  handle: async ({ readiness }: { readonly readiness: () => Promise<Readiness> }, { res }) => {
    const { ready, reasons, warnings, unpriced, sending, replicas } = await readiness();
    const counted = {
      ...(warnings && { warnings }),
      ...(unpriced && { unpriced: UNPRICED.write(unpriced) }),
      ...(sending && { sending: SENDING.write(sending) }),
      ...(replicas && { replicas: replicas.map((each) => REPLICA.write(each)) }),
    };
    if (!ready) {
      explain(res, { kind: 'unready', reason: reasons.join('; ') });
      return { status: 'unready' as const, reasons, ...counted };
    }
    const isDegraded = unpriced?.isDegraded === true || sending?.isStopped === true;
    return { status: isDegraded ? ('degraded' as const) : ('ready' as const), ...counted };
  },
});

const TIME = fields<Date>()({
  now: field(whole('Unix time', { 'x-unit': 'milliseconds' }), (now) => now.getTime()),
  iso: field(time('time in ISO 8601'), (now) => now),
});

export const tellTime = operation({
  id: 'tellTime',
  path: '/time',
  summary: 'The server’s clock, for clients whose own drifts: signed messages carry its time',
  response: { description: 'The time.', schema: TIME.schema },
  curl: '"$BASE/time"',
  origins: () => '*',
  handle: ({ clock }: { readonly clock: Clock }) => TIME.write(clock.now()),
});

export const readMetrics = operation({
  id: 'readMetrics',
  priority: 'urgent',
  path: '/metrics',
  summary: 'Metrics of the process, for a Prometheus server',
  response: {
    description: 'The metrics.',
    schema: text('metrics in Prometheus’s text format'),
    mediaType: 'text/plain',
  },
  curl: '"$BASE/metrics"',
  handle: async ({ metrics }: { readonly metrics: MetricsText }, { res }) => {
    res.type(metrics.contentType).send(await metrics.text());
    return SENT;
  },
});

export const describeInterface = operation({
  id: 'describeInterface',
  path: '/openapi.json',
  summary: 'The interface as an OpenAPI 3.1 document',
  response: {
    description: 'The document for the areas that this process serves.',
    schema: object(
      {
        openapi: text('version of OpenAPI'),
        info: { type: 'object', description: 'title, version and conventions' },
        paths: { type: 'object', description: 'the operations by path and method' },
      },
      { additionalProperties: true },
    ),
    caching: 'public, max-age=60',
    tagged: true,
  },
  curl: '"$BASE/openapi.json"',
  origins: () => '*',
  handle: ({ document, tag }: { readonly document: string; readonly tag: string }, { res }) => {
    res.set('ETag', tag).type('json').send(document);
    return SENT;
  },
});
