import type { Request, Response } from 'express';
import type { RunOnce } from '../../../../application/idempotency/run-once.js';
import {
  KEPT_MS,
  parseIdempotencyKey,
  type IdempotencyKey,
} from '../../../../domain/idempotency/idempotency.js';
import { REMEDIES } from '../../errors/codes.js';
import { valueOrThrow } from '../../errors/errors.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { check, Param, Reads } from '../../schema/request-class.js';
import { fault, HttpError, type Problem } from '../../errors/problem.js';
import { ADDRESS_QUOTA, ROW_BYTES, type StoredPerAddress } from '../../requests/stored-per-address.js';

const HEADER = 'Idempotency-Key';
const REPLAYED = 'Idempotency-Replayed';

/** The request header of operations that keep their responses. */
export class IdempotencyHeaders {
  @Reads(parseIdempotencyKey)
  @Param(
    `your own text for this request, such as a UUID: for ${KEPT_MS / 3_600_000} hours, the same request with the same key gets the first response again`,
    { pattern: '^[\\x20-\\x7e]{1,255}$', minLength: 1, maxLength: 255 },
  )
  'Idempotency-Key'?: IdempotencyKey;
}

/** The response header with its meaning. */
export const REPLAYED_HEADER = { [REPLAYED]: 'true when the response was given before' };

const INVALID_KEY = fault('invalid-idempotency-key');

export const IDEMPOTENCY_ERRORS = [
  INVALID_KEY,
  ADDRESS_QUOTA,
  ...outcomes<ErrorOf<RunOnce>>()(['idempotency-key-in-use', 'idempotency-key-reused']),
];

export interface Idempotent {
  /** The method and the route. */
  readonly operation: string;
  /** Identifies the caller. If undefined, the caller is unknown and nothing is kept. Called only if there is an Idempotency-Key. */
  readonly caller: () => string | undefined | Promise<string | undefined>;
  /** Content that distinguishes this request from others of the route; plain JSON. */
  readonly payload: unknown;
  /** Statuses of problems that count as results: they are kept like a success, unless the same request may succeed later. */
  readonly keptStatuses: readonly number[];
}

/** Parts needed to keep responses. */
export interface Keeper {
  readonly runOnce: RunOnce;
  readonly stored: StoredPerAddress;
}

/** A response and the record that is kept of it. */
export interface Done<T> {
  readonly body: T;
  /** Plain JSON from which the body can be restored; undefined if the response is not kept. */
  readonly kept: () => unknown;
}

/** Work whose response can be kept and restored. */
export interface Repeatable<T> {
  readonly work: () => Promise<Done<T>>;
  /** The body of an earlier response, restored from its record. */
  readonly restore: (kept: never) => Promise<T>;
}

/** The stored outcome of a request. */
type Outcome = { readonly kept: unknown } | { readonly problem: Problem; readonly at: string };

/**
 * Does the work once for each Idempotency-Key of a caller, and gives a retry the first outcome: its body, or the same problem.
 * The outcome is stored before the caller sees it. Without the header, it only does the work.
 *
 * @throws HttpError 400 for a malformed key, 429 if the address has stored too much, 409 while the first request is running, 422
 * for another payload, and whatever the work throws.
 */
export async function respondOnce<T>(
  { runOnce, stored }: Keeper,
  { req, res }: { readonly req: Request; readonly res: Response },
  { operation, caller: callerOf, payload, keptStatuses }: Idempotent,
  { work, restore }: Repeatable<T>,
): Promise<T> {
  const key = readKey(req);
  const caller = key && (await callerOf());
  if (key === undefined || caller === undefined) return (await work()).body;
  stored.take(req, { bytes: ROW_BYTES });
  let done: Done<T> | undefined;
  const attempt = async (at: Date): Promise<Outcome | undefined> => {
    try {
      done = await work();
    } catch (thrown) {
      if (!(thrown instanceof HttpError) || !isFinal(thrown.problem, keptStatuses)) throw thrown;
      return { problem: thrown.problem, at: at.toISOString() };
    }
    const kept = done.kept();
    return kept === undefined ? undefined : { kept };
  };
  const request = { operation, caller, key, payload };
  const { answer, replayed } = valueOrThrow(
    await runOnce(request, async (at) => JSON.stringify(await attempt(at)) as string | undefined),
  );
  if (done !== undefined) return done.body;
  if (replayed) res.set(REPLAYED, 'true');
  const outcome = JSON.parse(answer!) as Outcome;
  if ('kept' in outcome) return restore(outcome.kept as never);
  throw new HttpError({ ...outcome.problem, at: new Date(outcome.at) });
}

/**
 * Whether a problem is kept. One that may resolve itself, such as a quote below the minimum, is not: if it were, the request could
 * never succeed under this key.
 */
const isFinal = ({ status, code }: Problem, keptStatuses: Idempotent['keptStatuses']): boolean =>
  keptStatuses.includes(status) && REMEDIES[code].retry !== 'later';

function readKey(req: Request): IdempotencyKey | undefined {
  const { request, broken } = check({ [HEADER]: req.get(HEADER) }, IdempotencyHeaders);
  if (broken.length > 0) throw new HttpError(INVALID_KEY);
  return request[HEADER];
}
