import type { ContractId } from '../shared/contract-id.js';
import { isPending } from '../shared/time.js';

/**
 * Reason why a vault is left out of routing: its quote contradicts its reserves, or shows another fee than the registry states
 * (in smallest units, what is left of the input), or it gives no quote.
 */
export type QuoteFailure =
  | { readonly kind: 'fee-disagrees'; readonly expected: bigint; readonly answered: bigint }
  | { readonly kind: 'quote-disagrees'; readonly expected: bigint; readonly answered: bigint }
  | { readonly kind: 'no-quote' };

/** Time for which a vault stays out before it is tried again. A missing quote may only have been a bad moment. */
const TERM_MS: Readonly<Record<QuoteFailure['kind'], number>> = {
  'quote-disagrees': 10 * 60 * 1000,
  'fee-disagrees': 10 * 60 * 1000,
  'no-quote': 60 * 1000,
};

const TOLERATED_PERCENT = 5n;

/** Whether a vault's own quote is more than 5% away, in either direction, from what its reserves give (1 or more). */
export function disagrees(expected: bigint, answered: bigint): boolean {
  const difference = answered > expected ? answered - expected : expected - answered;
  return difference * 100n > expected * TOLERATED_PERCENT;
}

/** A vault that is left out of routing. */
export interface QuarantinedVault {
  readonly vault: ContractId;
  readonly failure: QuoteFailure;
  readonly until: Date;
}

/** The vaults that are left out of routing for a limited time. */
export class Quarantine {
  private readonly vaults = new Map<ContractId, QuarantinedVault>();
  private last: ReadonlySet<ContractId> = new Set();

  /** Returns when the vault's quarantine ends. */
  add(vault: ContractId, failure: QuoteFailure, now: Date): Date {
    const until = new Date(now.getTime() + TERM_MS[failure.kind]);
    this.vaults.set(vault, { vault, failure, until });
    return until;
  }

  /** The quarantined vaults: the identical set until a vault enters or leaves, so that callers can compare by identity. */
  at(now: Date): ReadonlySet<ContractId> {
    for (const [vault, { until }] of this.vaults)
      if (!isPending(until.getTime(), now.getTime(), TERM_MS['quote-disagrees'])) this.vaults.delete(vault);
    const isSame =
      this.vaults.size === this.last.size && [...this.vaults.keys()].every((id) => this.last.has(id));
    if (!isSame) this.last = new Set(this.vaults.keys());
    return this.last;
  }

  /** The same with why and until when, in the order in which they entered. */
  list(now: Date): readonly QuarantinedVault[] {
    this.at(now);
    return [...this.vaults.values()];
  }
}
