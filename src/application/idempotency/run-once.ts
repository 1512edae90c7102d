import {
  answerClaim,
  claimFor,
  resolveEntry,
  type Claim,
  type IdempotencyKey,
  type KeyTaken,
} from '../../domain/idempotency/idempotency.js';
import { toHex } from '../../domain/shared/hex.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';

/** A request with an idempotency key. */
export interface KeyedWork {
  /** The operation, such as the route. The same key may be used again for another operation. */
  readonly operation: string;
  /** The caller. Different callers may use the same key. */
  readonly caller: string;
  readonly key: IdempotencyKey;
  /** Everything that distinguishes this request from others of the operation, as plain JSON. Only its hash is stored. */
  readonly payload: unknown;
}

/** The answer of work that ran once, now or earlier. */
export interface OnceAnswered {
  /** Undefined if the work ran now and its answer is not kept. */
  readonly answer: string | undefined;
  /** Whether `answer` is the stored answer of an earlier request. */
  readonly replayed: boolean;
}

/**
 * Runs the work once for a caller's key and stores its answer for 24 hours, so that a retry to any process on the same storage
 * gets the same answer. Work that throws frees the key. If the process dies during the work, a retry a minute later runs the work
 * again, so the work must tolerate running twice.
 *
 * @param work receives the time at which the key was claimed. If it returns no answer, nothing is stored and the key is freed.
 */
export type RunOnce = (
  request: KeyedWork,
  work: (at: Date) => Promise<string | undefined>,
) => Promise<Result<OnceAnswered, KeyTaken>>;

type Needs = Pick<Ports, 'idempotency' | 'clock' | 'hasher'>;

export const makeRunOnce = (ports: Needs): RunOnce => {
  const { idempotency, clock, hasher } = ports;
  const hashOf = (value: unknown) => toHex(hasher.sha256(new TextEncoder().encode(JSON.stringify(value))));
  return async ({ operation, caller, key, payload }, work) => {
    const claimed = await claimKey(ports, hashOf([operation, caller, key]), hashOf([operation, payload]));
    if (!claimed.ok) return claimed;
    const claim = claimed.value;
    if (typeof claim === 'string') return ok({ answer: claim, replayed: true });
    const answer = await work(claim.claimedAt).catch(async (error: unknown) => {
      // A claim that cannot be deleted expires. The caller must see the error of the work, not that of the deletion.
      await idempotency.delete(claim).catch(() => undefined);
      throw error;
    });
    if (answer === undefined) {
      await idempotency.delete(claim);
      return ok({ answer, replayed: false });
    }
    // Fails as stale if the work took so long that a retry took over. The retry's answer is kept; both are correct.
    await idempotency.replace(claim, answerClaim(claim, answer, clock.now()));
    return ok({ answer, replayed: false });
  };
};

/** Maximum number of attempts to claim a key. An entry cannot appear and disappear more often during one request. */
const MAX_TRIES = 20;

/** Claims the key, or returns the stored answer of an earlier request. */
async function claimKey(
  { idempotency, clock }: Needs,
  id: string,
  fingerprint: string,
): Promise<Result<Claim | string, KeyTaken>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = clock.now();
    const claim = claimFor(id, fingerprint, now);
    if ((await idempotency.insert(claim)).ok) return ok(claim);
    const entry = await idempotency.find(id);
    if (entry === undefined) continue;
    const kept = resolveEntry(entry, fingerprint, now);
    if (!kept.ok) return kept;
    if (kept.value !== undefined) return ok(kept.value);
    if ((await idempotency.replace(entry, claim)).ok) return ok(claim);
  }
  return err({ kind: 'idempotency-key-in-use' });
}
