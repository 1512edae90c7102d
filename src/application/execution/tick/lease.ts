import { toHex } from '../../../domain/shared/hex.js';
import type { ClaimRequest, Ports } from '../../../ports/index.js';

/** Claimant of orders, the time of its claim, and its duration. */
export type LeaseTerms = Pick<ClaimRequest, 'now' | 'leaseMs' | 'claimant'>;

/**
 * Milliseconds after which another process may claim the orders of a dead one. Work that takes longer is safe, because an order's
 * swap is stored only if the order is unchanged.
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

/** Whether the lease is in its second half, in which it may expire before the work on the order ends. */
export const isLate = ({ now, leaseMs }: LeaseTerms, at: Date): boolean =>
  at.getTime() - now.getTime() > leaseMs / 2;
