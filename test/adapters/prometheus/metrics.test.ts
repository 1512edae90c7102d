import { createServer } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  eventMetrics,
  executionMetrics,
  httpMetrics,
  openMetrics,
  replicaMetrics,
  stateMetrics,
  type Metrics,
  webhookMetrics,
  workMetrics,
} from '../../../src/adapters/prometheus/index.js';
import { INVARIANTS } from '../../../src/domain/order/lifecycle/invariants.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { WebhookEvent } from '../../../src/ports/index.js';
import { deliveryIdOf, webhookIdOf } from '../../../src/testing/webhooks.js';
import type { OrderUuid, Txid } from '../../../src/domain/order/ids.js';
import { AN_OPERATOR, SECOND_OPERATOR, T0 } from '../../support/builders.js';
import { fixedClock, type FixedClock } from '../../support/fixed-clock.js';

const uuid = '1787b468-f51b-413f-844f-626d44a26243' as OrderUuid;
const txid = 'ab'.repeat(32) as Txid;

let metrics: Metrics;
let clock: FixedClock;

beforeEach(() => {
  metrics = openMetrics();
  clock = fixedClock(T0);
});

/** The lines of one metric, without its help. */
const linesOf = async (name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

describe('openMetrics', () => {
  it('reports the metrics of the process in the text format', async () => {
    expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await linesOf('process_resident_memory_bytes')).toHaveLength(1);
  });

  it.each([
    [{ version: '1.2.3', commit: 'abc' }, 'version="1.2.3",commit="abc"'],
    [{ version: '1.2.3' }, 'version="1.2.3",commit="unknown"'],
  ])('names what the process was built from: %j', async (build, labels) => {
    metrics = openMetrics(build);
    const [line] = await linesOf('sluice_build_info{');
    expect(line).toContain(labels);
    expect(line).toContain(`node="${process.version}"`);
  });

  it('keeps the metrics of two registries apart', async () => {
    const other = openMetrics();
    executionMetrics(other.registry, clock).nodeTroubled({ kind: 'retry' });
    expect(await linesOf('sluice_chain_errors_total')).toEqual([]);
  });
});

describe('workMetrics', () => {
  it('measures work that lasts until it is durable, by outcome, and leaves other work alone', async () => {
    const tracer = workMetrics(metrics.registry);
    const place = { name: 'place-order' } as const;
    await tracer.follow(place, async () => ok(1));
    await tracer.follow(place, async () => err({ kind: 'order-exists' }));
    await expect(tracer.follow(place, () => Promise.reject(new Error('full disk')))).rejects.toThrow();
    expect(await linesOf('sluice_work_seconds_count')).toEqual(
      ['ok', 'refused', 'failed'].map(
        (outcome) => `sluice_work_seconds_count{work="place-order",outcome="${outcome}"} 1`,
      ),
    );
    expect(tracer.follows!.has('quote')).toBe(false);
  });
});

describe('eventMetrics', () => {
  it('measures how late events reach streams and webhooks, also if the clocks of two processes differ', async () => {
    const events = eventMetrics(metrics.registry);
    events.passed('stream', { type: 'confirmed', lateMs: -20 });
    webhookMetrics(metrics.registry, events).observe({
      kind: 'webhook-event-queued',
      type: 'confirmed',
      lateMs: 5_001,
    });
    const lines = await linesOf('sluice_event_seconds_bucket{le="5"');
    expect(lines).toEqual([
      'sluice_event_seconds_bucket{le="5",event="confirmed",to="stream"} 1',
      'sluice_event_seconds_bucket{le="5",event="confirmed",to="webhook"} 0',
    ]);
  });
});

describe('executionMetrics', () => {
  it('measures how long due orders waited, with the objective as a bucket', async () => {
    const execution = executionMetrics(metrics.registry, clock);
    for (const waitedMs of [1_999, 2_001]) execution.observe({ kind: 'due-order-sent', uuid, waitedMs });
    expect(await linesOf('sluice_due_to_sent_seconds_bucket{le="2"}')).toEqual([
      'sluice_due_to_sent_seconds_bucket{le="2"} 1',
    ]);
  });

  it('counts every kind of event under its label', async () => {
    const execution = executionMetrics(metrics.registry, clock);
    execution.observe({ kind: 'attempt-ended', uuid, outcome: 'sent', tookMs: 40 });
    execution.observe({ kind: 'attempt-ended', uuid, outcome: 'no-route', tookMs: 2 });
    execution.observe({ kind: 'attempt-ended', uuid, outcome: 'no-route', tookMs: 2 });
    execution.observe({ kind: 'swap-handed-over', uuid, txid, outcome: { kind: 'accepted' } });
    execution.observe({ kind: 'swap-settled', uuid, txid, step: 'confirm' });
    execution.observe({ kind: 'fee-raised', uuid, txid, replaces: txid, feeUstx: 5n });
    execution.observe({ kind: 'nonce-filled', account: AN_OPERATOR, txid, nonce: 1n, reason: 'blocked' });
    execution.observe({
      kind: 'swap-stored',
      uuid,
      account: AN_OPERATOR,
      txid,
      nonce: 1n,
      feeUstx: 5n,
      attempt: 1,
    });
    execution.observe({ kind: 'invariant-violated', invariant: 'lifecycle', uuid, finding: 'it ended' });
    execution.observe({ kind: 'foreign-nonces', account: AN_OPERATOR, nonces: [4n, 5n] });
    execution.observe({ kind: 'foreign-nonces', account: SECOND_OPERATOR, nonces: [] });
    execution.nodeTroubled({ kind: 'circuit-opened' });

    expect(await linesOf('sluice_attempts_total')).toEqual([
      'sluice_attempts_total{outcome="sent"} 1',
      'sluice_attempts_total{outcome="no-route"} 2',
    ]);
    expect(await linesOf('sluice_attempt_seconds_bucket{le="0.01"}')).toEqual([
      'sluice_attempt_seconds_bucket{le="0.01"} 2',
    ]);
    expect(await linesOf('sluice_broadcasts_total')).toEqual([
      'sluice_broadcasts_total{outcome="accepted"} 1',
    ]);
    expect(await linesOf('sluice_settlements_total')).toEqual(['sluice_settlements_total{step="confirm"} 1']);
    expect(await linesOf('sluice_fees_raised_total')).toEqual(['sluice_fees_raised_total 1']);
    expect(await linesOf('sluice_nonces_filled_total')).toEqual(['sluice_nonces_filled_total 1']);
    expect(await linesOf('sluice_invariant_violations_total')).toEqual(
      Object.keys(INVARIANTS).map(
        (name) => `sluice_invariant_violations_total{invariant="${name}"} ${name === 'lifecycle' ? 1 : 0}`,
      ),
    );
    expect(await linesOf('sluice_foreign_nonces')).toEqual([
      `sluice_foreign_nonces{account="${AN_OPERATOR}"} 2`,
      `sluice_foreign_nonces{account="${SECOND_OPERATOR}"} 0`,
    ]);
    expect(await linesOf('sluice_chain_errors_total')).toEqual([
      'sluice_chain_errors_total{kind="circuit-opened"} 1',
    ]);
  });

  it('reports the lag since a pass left no due order, and omits it before the first such pass', async () => {
    const execution = executionMetrics(metrics.registry, clock);
    expect(await linesOf('sluice_executor_lag_seconds')).toEqual([]);
    execution.passEnded({ left: 'none', expired: 3 });
    clock.advance(5_000);
    execution.passEnded({ left: 'outage', expired: 0 });
    expect(await linesOf('sluice_executor_lag_seconds')).toEqual(['sluice_executor_lag_seconds 5']);
    execution.passEnded({ left: 'none', expired: 0 });
    expect(await linesOf('sluice_executor_lag_seconds')).toEqual(['sluice_executor_lag_seconds 0']);
    expect(await linesOf('sluice_orders_expired_total')).toEqual(['sluice_orders_expired_total 3']);
    expect(await linesOf('sluice_executor_passes_total')).toEqual([
      'sluice_executor_passes_total{left="none"} 2',
      'sluice_executor_passes_total{left="outage"} 1',
    ]);
  });
});

describe('httpMetrics', () => {
  const areas = [
    { name: 'swap', mount: '/swap', host: 'swap.example.org' },
    { name: 'prices', mount: '/prices' },
  ];

  it('counts requests by area, method and status', async () => {
    const timed = httpMetrics(metrics.registry, areas);
    const server = createServer(
      timed((req, res) => {
        res.statusCode = req.url?.includes('missing') === true ? 404 : 200;
        res.end();
      }),
    );
    await request(server).get('/swap/api/v1/orders');
    await request(server).post('/api/v1/orders/new').set('Host', 'Swap.example.org:8080');
    await request(server).get('/prices?tokens=missing');
    await request(server).get('/pricesmissing');
    await request(server).get('/healthz');
    const counts = (await linesOf('sluice_http_request_seconds_count')).map((line) => line.slice(33));
    expect(counts).toEqual([
      '{area="swap",method="GET",status="200"} 1',
      '{area="swap",method="POST",status="200"} 1',
      '{area="prices",method="GET",status="404"} 1',
      '{area="root",method="GET",status="404"} 1',
      '{area="root",method="GET",status="200"} 1',
    ]);
  });
});

describe('stateMetrics', () => {
  it('reads the state at every scrape', async () => {
    const recorder: { age?: number } = {};
    stateMetrics(metrics.registry, {
      orders: async () => ({ open: 2, confirmed: 1 }),
      recorderAge: async () => recorder.age,
      oldestTransaction: async () => 7.5,
      onError: (error) => {
        throw error;
      },
    });
    expect(await linesOf('sluice_recorder_age_seconds')).toEqual([]);
    recorder.age = 42;
    expect(await linesOf('sluice_recorder_age_seconds')).toEqual(['sluice_recorder_age_seconds 42']);
    expect(await linesOf('sluice_oldest_transaction_seconds')).toEqual([
      'sluice_oldest_transaction_seconds 7.5',
    ]);
    expect(await linesOf('sluice_orders')).toEqual([
      'sluice_orders{status="open"} 2',
      'sluice_orders{status="confirmed"} 1',
    ]);
  });

  it('omits a gauge whose reader rejects, reports the error, and keeps the other gauges', async () => {
    const errors: unknown[] = [];
    const broken = new Error('the database is away');
    stateMetrics(metrics.registry, {
      orders: () => Promise.reject(broken),
      recorderAge: async () => 7,
      onError: (error) => void errors.push(error),
    });
    expect(await linesOf('sluice_orders')).toEqual([]);
    expect(await linesOf('sluice_recorder_age_seconds')).toEqual(['sluice_recorder_age_seconds 7']);
    expect(errors).toContain(broken);
  });
});

describe('stateMetrics of sending', () => {
  const readers = { orders: async () => ({}), recorderAge: async () => undefined };

  it('shows what stops new swaps, the accounts and the fees, from one read per scrape', async () => {
    let reads = 0;
    let stops = [{ kind: 'paused' }];
    const sending = async () => {
      reads += 1;
      const accounts = [
        { address: AN_OPERATOR, inFlight: 3, state: { balanceUstx: 7n, nonce: 41n } },
        { address: SECOND_OPERATOR, inFlight: 0 },
      ];
      return { stops, isDryRun: true, accounts, feesUstx: { hour: 1n, day: 2n } };
    };
    stateMetrics(metrics.registry, { ...readers, sending, onError: () => undefined });
    expect(
      (await metrics.text()).split('\n').filter((line) => /^sluice_(sending|operator)/.test(line)),
    ).toEqual([
      'sluice_sending_stopped{reason="paused"} 1',
      'sluice_sending_stopped{reason="dry-run"} 1',
      `sluice_operator_balance_ustx{account="${AN_OPERATOR}"} 7`,
      `sluice_operator_nonce{account="${AN_OPERATOR}"} 41`,
      `sluice_operator_in_flight{account="${AN_OPERATOR}"} 3`,
      `sluice_operator_in_flight{account="${SECOND_OPERATOR}"} 0`,
      'sluice_operator_fees_ustx{window="hour"} 1',
      'sluice_operator_fees_ustx{window="day"} 2',
    ]);
    expect(reads).toBe(1);
    stops = [];
    expect(await linesOf('sluice_sending_stopped{reason="paused"}')).toEqual([]);
  });

  it('leaves the gauges out when the read fails, and reports the failure', async () => {
    const failures: unknown[] = [];
    const sending = () => Promise.reject(new Error('down'));
    stateMetrics(metrics.registry, { ...readers, sending, onError: (error) => void failures.push(error) });
    expect(await linesOf('sluice_operator')).toEqual([]);
    expect(failures).toEqual([new Error('down')]);
  });
});

describe('stateMetrics of costs', () => {
  const readers = { orders: async () => ({}), recorderAge: async () => undefined };

  it('shows the totals of a day by outcome, without labels of owners and integrators, from one read', async () => {
    let reads = 0;
    const costs = async () => {
      reads += 1;
      return { outcomes: { confirmed: 2, aborted: 1 }, costUstx: 9_000n, costUsd: 18_000_000n };
    };
    stateMetrics(metrics.registry, { ...readers, costs, onError: () => undefined });
    const text = (await metrics.text()).split('\n').filter((line) => line.startsWith('sluice_day'));
    expect(text).toEqual([
      'sluice_day_transactions{outcome="confirmed"} 2',
      'sluice_day_transactions{outcome="aborted"} 1',
      'sluice_day_cost_ustx 9000',
      'sluice_day_cost_usd 0.018',
    ]);
    expect(reads).toBe(1);
  });

  it('leaves them out if there are too many to add up, or the read fails', async () => {
    const failures: unknown[] = [];
    const answers = [async () => undefined, () => Promise.reject(new Error('down'))];
    stateMetrics(metrics.registry, {
      ...readers,
      costs: () => answers.shift()!(),
      onError: (error) => void failures.push(error),
    });
    for (let scrape = 0; scrape < 2; scrape += 1)
      expect((await metrics.text()).split('\n').filter((line) => line.startsWith('sluice_day'))).toEqual([]);
    expect(failures).toEqual([new Error('down')]);
  });
});

describe('webhookMetrics', () => {
  it('counts attempts by the receiver’s response, and the deliveries that get no further attempt', async () => {
    const metrics = openMetrics();
    const observer = webhookMetrics(metrics.registry);
    const observe = (event: WebhookEvent) => observer.observe(event);
    const attempt = {
      kind: 'webhook-attempt',
      webhookId: webhookIdOf(1),
      deliveryId: deliveryIdOf(1),
      host: 'receiver.example.org',
      type: 'order.confirmed',
      attempts: 1,
      tookMs: 70,
    } as const;
    observe({ ...attempt, state: 'delivered', status: 204 });
    observe({ ...attempt, state: 'waiting', status: 503 });
    observe({ ...attempt, state: 'dead', failure: 'address-refused' });
    observe({ kind: 'webhook-disabled', webhookId: webhookIdOf(1), host: 'x', reason: 'gone' });
    observe({ kind: 'webhook-attempt-lost', deliveryId: deliveryIdOf(1), error: new Error('x') });
    stateMetrics(metrics.registry, {
      orders: async () => ({}),
      recorderAge: async () => undefined,
      waitingWebhooks: async () => 5,
      onError: () => undefined,
    });
    const lines = (await metrics.text())
      .split('\n')
      .filter((line) => /^sluice_webhook_(?!attempt_s)/.test(line));
    expect(lines).toEqual([
      'sluice_webhook_attempts_total{outcome="2xx"} 1',
      'sluice_webhook_attempts_total{outcome="5xx"} 1',
      'sluice_webhook_attempts_total{outcome="address-refused"} 1',
      'sluice_webhook_deliveries_dead_total 1',
      'sluice_webhook_disabled_total{reason="gone"} 1',
      'sluice_webhook_attempts_lost_total 1',
      'sluice_webhook_deliveries_waiting 5',
    ]);
  });
});

describe('replicaMetrics', () => {
  it('shows each replica, and the reads by the kind of server, as they are at each scrape', async () => {
    const metrics = openMetrics();
    const served = { replica: 9, primary: 1 };
    replicaMetrics(metrics.registry, {
      standing: () => [
        { replica: 1, lagMs: 0 },
        { replica: 2, lagMs: 7_500, problem: 'lagging' },
      ],
      served: () => served,
    });
    await metrics.text();
    served.replica = 19;
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('sluice_replica_'));
    expect(lines).toEqual([
      'sluice_replica_in_use{replica="1"} 1',
      'sluice_replica_in_use{replica="2"} 0',
      'sluice_replica_lag_seconds{replica="1"} 0',
      'sluice_replica_lag_seconds{replica="2"} 7.5',
      'sluice_replica_reads_total{server="replica"} 19',
      'sluice_replica_reads_total{server="primary"} 1',
    ]);
  });
});
