import { toHex } from '../../../domain/shared/hex.js';
import type { ClaimRequest, Ports } from '../../../ports/index.js';

/** Claimant of orders, the time of its claim, and its duration. */
export type LeaseTerms = Pick<ClaimRequest, 'now' | 'leaseMs' | 'claimant'>;

/**
 * Time for which the orders of a dead process wait for another one. Work that takes longer is safe: an order's swap is stored
 * only if the order is unchanged.
 */
const LEASE_MS = 30_000;

/** Returns the terms of a lease that starts now, always for the same claimant, which is unique among executors on one database. */
export function makeLease({ clock, secrets }: Pick<Ports, 'clock' | 'secrets'>): () => LeaseTerms {
  let claimant: string | undefined;
  return () => {
    claimant ??= toHex(secrets.bytes(8));
    return { now: clock.now(), leaseMs: LEASE_MS, claimant };
  };
}

/** In its second half, a lease may expire before the work on the order ends. */
export const isLate = ({ now, leaseMs }: LeaseTerms, at: Date): boolean =>
  at.getTime() - now.getTime() > leaseMs / 2;
