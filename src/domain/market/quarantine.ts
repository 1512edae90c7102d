import type { ContractId } from '../shared/contract-id.js';
import { isPending } from '../shared/time.js';

/**
 * Reason why a vault is left out of routing: its quote contradicts its reserves, its quote shows a different fee from the
 * registry's, or there is no quote. For a fee, `expected` and `answered` are the input left after it, in smallest units.
 */
export type QuoteFailure =
  | { readonly kind: 'fee-disagrees'; readonly expected: bigint; readonly answered: bigint }
  | { readonly kind: 'quote-disagrees'; readonly expected: bigint; readonly answered: bigint }
  | { readonly kind: 'no-quote' };

/** Time (ms) for which a vault is left out before it is tried again. A missing quote may be temporary. */
const TERM_MS: Readonly<Record<QuoteFailure['kind'], number>> = {
  'quote-disagrees': 10 * 60 * 1000,
  'fee-disagrees': 10 * 60 * 1000,
  'no-quote': 60 * 1000,
};

const TOLERATED_PERCENT = 5n;

/** Whether a vault's own quote deviates more than 5%, in either direction, from the output that its reserves imply (1 or more). */
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

/** The vaults that are temporarily left out of routing. */
export class Quarantine {
  private readonly vaults = new Map<ContractId, QuarantinedVault>();
  private last: ReadonlySet<ContractId> = new Set();

  /** Returns the end of the vault's quarantine. */
  add(vault: ContractId, failure: QuoteFailure, now: Date): Date {
    const until = new Date(now.getTime() + TERM_MS[failure.kind]);
    this.vaults.set(vault, { vault, failure, until });
    return until;
  }

  /** The quarantined vaults: the same object until a vault enters or leaves, so callers can compare by identity. */
  at(now: Date): ReadonlySet<ContractId> {
    for (const [vault, { until }] of this.vaults)
      if (!isPending(until.getTime(), now.getTime(), TERM_MS['quote-disagrees'])) this.vaults.delete(vault);
    const isSame =
      this.vaults.size === this.last.size && [...this.vaults.keys()].every((id) => this.last.has(id));
    if (!isSame) this.last = new Set(this.vaults.keys());
    return this.last;
  }

  /** The quarantined vaults with reason and end, in the order in which they entered. */
  list(now: Date): readonly QuarantinedVault[] {
    this.at(now);
    return [...this.vaults.values()];
  }
}
