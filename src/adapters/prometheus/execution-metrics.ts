import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { INVARIANTS } from '../../domain/order/lifecycle/invariants.js';
import type { Clock, ExecutionEvent, ExecutionObserver } from '../../ports/index.js';

/** The outcome of one executor pass. */
export interface ExecutorPass {
  /** Reason why the pass ended early; `none` if it left no due order. */
  readonly left: string;
  /** Orders cancelled because their validity ended. */
  readonly expired: number;
}

/** Metrics of the executor, fed by its events. */
export interface ExecutionMetrics extends ExecutionObserver {
  /** Call after each executor pass. */
  readonly passEnded: (pass: ExecutorPass) => void;
  /** Call for each problem with the node's host; `kind` becomes a label. */
  readonly nodeTroubled: (event: { readonly kind: string }) => void;
}

/**
 * Counts attempts, broadcasts, settlements and executor passes.
 *
 * @example
 * const { registry } = openMetrics();
 * const core = createCore({ ...ports, executionObserver: executionMetrics(registry, clock) });
 */
export function executionMetrics(registry: Registry, clock: Clock): ExecutionMetrics {
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, ...labelNames: readonly T[]) =>
    new Counter({ name: `sluice_${name}`, help, labelNames, registers });
  const attempts = counter('attempts_total', 'Attempts to send an order, by outcome', 'outcome');
  const attemptSeconds = new Histogram({
    name: 'sluice_attempt_seconds',
    help: 'Duration of an attempt to send an order',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const waitSeconds = new Histogram({
    name: 'sluice_due_to_sent_seconds',
    help: 'Time from when an order was due and its price confirmed to the broadcast of its swap',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers,
  });
  const broadcasts = counter('broadcasts_total', 'Stored transactions sent to a node, by outcome', 'outcome');
  const settlements = counter('settlements_total', 'Steps that settled swaps, by step', 'step');
  const quarantines = counter('vaults_quarantined_total', 'Vaults temporarily excluded from routing');
  const feeRaises = counter('fees_raised_total', 'Swaps replaced by the same swap with a higher fee');
  const noOps = counter('nonces_filled_total', 'Nonces filled because they blocked later ones');
  const violations = counter('invariant_violations_total', 'Violated invariants, by name', 'invariant');
  // A first violation is an increase, which alerts look for.
  for (const invariant of Object.keys(INVARIANTS)) violations.inc({ invariant }, 0);
  const foreignNonces = new Gauge({
    name: 'sluice_foreign_nonces',
    help: 'Pending transactions of other programs on an operator account, when it last signed a swap',
    labelNames: ['account'],
    aggregator: 'max',
    registers,
  });
  const expiries = counter('orders_expired_total', 'Orders cancelled because their validity ended');
  const passes = counter('executor_passes_total', 'Passes of the executor, by why they ended early', 'left');
  const troubles = counter('chain_errors_total', 'Problems with the node, by kind', 'kind');
  let caughtUpAt: Date | undefined;
  new Gauge({
    name: 'sluice_executor_lag_seconds',
    help: 'Time since a pass of this process last left no due order unsent',
    aggregator: 'min',
    registers,
    collect() {
      // Absent until a pass first leaves no due order.
      if (caughtUpAt === undefined) this.remove();
      else this.set((clock.now().getTime() - caughtUpAt.getTime()) / 1000);
    },
  });

  const observe = (event: ExecutionEvent): void => {
    switch (event.kind) {
      case 'attempt-ended':
        attempts.inc({ outcome: event.outcome });
        attemptSeconds.observe(event.tookMs / 1000);
        break;
      case 'due-order-sent':
        waitSeconds.observe(event.waitedMs / 1000);
        break;
      case 'swap-handed-over':
        broadcasts.inc({ outcome: event.outcome.kind });
        break;
      case 'swap-settled':
        settlements.inc({ step: event.step });
        break;
      case 'vault-quarantined':
        quarantines.inc();
        break;
      case 'fee-raised':
        feeRaises.inc();
        break;
      case 'nonce-filled':
        noOps.inc();
        break;
      case 'invariant-violated':
        violations.inc({ invariant: event.invariant });
        break;
      case 'foreign-nonces':
        foreignNonces.set({ account: event.account }, event.nonces.length);
        break;
      case 'account-without-key':
      case 'broadcast-found':
      case 'payment-found':
      case 'foreign-payment-found':
      case 'swap-stored':
      case 'swap-planned':
        break;
    }
  };
  return {
    observe,
    passEnded: ({ left, expired }) => {
      passes.inc({ left });
      expiries.inc(expired);
      if (left === 'none') caughtUpAt = clock.now();
    },
    nodeTroubled: ({ kind }) => troubles.inc({ kind }),
  };
}
