import type { IdempotencyKey } from '../../domain/idempotency/idempotency-key.js';
import {
  answerClaim,
  claimFor,
  judgeEntry,
  type Claim,
  type KeyTaken,
} from '../../domain/idempotency/kept-answer.js';
import { toHex } from '../../domain/shared/hex.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';

export interface KeyedWork {
  /** What is asked for, such as the route. Keys of different operations never meet. */
  readonly operation: string;
  /** Who asks. Keys of different callers never meet. */
  readonly caller: string;
  readonly key: IdempotencyKey;
  /** Everything that tells this request from another of the same operation; plain JSON. Only its hash is stored. */
  readonly payload: unknown;
}

export interface OnceAnswered {
  readonly answer: string;
  /** Whether it was given before. */
  readonly replayed: boolean;
}

/**
 * Does the work once for a caller's key and keeps what it resolves with for 24 hours, so that a retry, to whichever
 * process on the same storage, is told the same. Work that throws is not kept: the key is free again. Work whose
 * process died is done again by a retry after a minute, so it must bear being done twice.
 *
 * @param work is told when it began.
 */
export type RunOnce = (
  request: KeyedWork,
  work: (at: Date) => Promise<string>,
) => Promise<Result<OnceAnswered, KeyTaken>>;

type Needs = Pick<Ports, 'idempotency' | 'clock' | 'hasher'>;

export const makeRunOnce = (ports: Needs): RunOnce => {
  const { idempotency, clock, hasher } = ports;
  const hashOf = (value: unknown) => toHex(hasher.sha256(new TextEncoder().encode(JSON.stringify(value))));
  return async ({ operation, caller, key, payload }, work) => {
    const place = await takePlace(ports, hashOf([operation, caller, key]), hashOf([operation, payload]));
    if (!place.ok) return place;
    const { claim } = place.value;
    if (claim === undefined) return ok({ answer: place.value.answer, replayed: true });
    const answer = await work(claim.claimedAt).catch(async (error: unknown) => {
      // A claim that cannot be taken back ends by its age; what the work threw is what the caller must hear.
      await idempotency.delete(claim).catch(() => undefined);
      throw error;
    });
    // Stale when it took so long that a retry took over; that one's answer is kept, and both are true.
    await idempotency.replace(claim, answerClaim(claim, answer, clock.now()));
    return ok({ answer, replayed: false });
  };
};

type Place = { readonly claim: Claim } | { readonly claim?: undefined; readonly answer: string };

/** More often than this an entry does not come and go while one request looks at it. */
const MAX_TRIES = 20;

async function takePlace(
  { idempotency, clock }: Needs,
  id: string,
  fingerprint: string,
): Promise<Result<Place, KeyTaken>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = clock.now();
    const claim = claimFor(id, fingerprint, now);
    if ((await idempotency.insert(claim)).ok) return ok({ claim });
    const entry = await idempotency.find(id);
    if (entry === undefined) continue;
    const kept = judgeEntry(entry, fingerprint, now);
    if (!kept.ok) return kept;
    if (kept.value !== undefined) return ok({ answer: kept.value });
    if ((await idempotency.replace(entry, claim)).ok) return ok({ claim });
  }
  return err({ kind: 'idempotency-key-in-use' });
}
