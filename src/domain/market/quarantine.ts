import type { ContractId } from '../shared/contract-id.js';

/** Why a vault is left out of routing: it does not stand by its reserves, or gives no quote. */
export type Misconduct =
  | { readonly kind: 'quote-disagrees'; readonly expected: bigint; readonly answered: bigint }
  | { readonly kind: 'no-quote' };

/** How long a vault stays out before it may prove itself again. Who gave no answer may only have been asked in a bad moment. */
const TERM_MS: Readonly<Record<Misconduct['kind'], number>> = {
  'quote-disagrees': 10 * 60 * 1000,
  'no-quote': 60 * 1000,
};

const TOLERATED_PERCENT = 5n;

/** Whether a vault's own answer is more than 5% away from what its reserves give (1 or more), in either direction. */
export function disagrees(expected: bigint, answered: bigint): boolean {
  const difference = answered > expected ? answered - expected : expected - answered;
  return difference * 100n > expected * TOLERATED_PERCENT;
}

/** The vaults that are left out of routing for a while. */
export class Quarantine {
  private readonly until = new Map<ContractId, Date>();
  private last: ReadonlySet<ContractId> = new Set();

  /** Answers when it ends. */
  add(vault: ContractId, misconduct: Misconduct, now: Date): Date {
    const end = new Date(now.getTime() + TERM_MS[misconduct.kind]);
    this.until.set(vault, end);
    return end;
  }

  /** Who is in it; the same set again until somebody enters or leaves. */
  at(now: Date): ReadonlySet<ContractId> {
    for (const [vault, end] of this.until) if (end <= now) this.until.delete(vault);
    const isSame =
      this.until.size === this.last.size && [...this.until.keys()].every((id) => this.last.has(id));
    if (!isSame) this.last = new Set(this.until.keys());
    return this.last;
  }
}
