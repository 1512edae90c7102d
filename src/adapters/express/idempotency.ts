import type { Request, Response } from 'express';
import type { RunOnce } from '../../application/idempotency/run-once.js';
import { parseIdempotencyKey, type IdempotencyKey } from '../../domain/idempotency/idempotency.js';
import { valueOrThrow } from './errors.js';
import { HttpError, type Problem } from './problem.js';

const HEADER = 'Idempotency-Key';

export interface Idempotent {
  /** The method and the route. */
  readonly operation: string;
  /** Tells who asks. Nothing is kept for those of whom that is not certain. Asked only when there is a key. */
  readonly caller: () => string | undefined;
  /** What tells this request from others of the route; plain JSON. */
  readonly payload: unknown;
  /** Statuses of problems that are an answer and not an obstacle: they are kept as a success is. */
  readonly keptStatuses: readonly number[];
}

/** What a handler came to, as it is stored. */
type Outcome = { readonly body: object } | { readonly problem: Problem; readonly at: string };

/**
 * Does the work once for each Idempotency-Key of a caller, and gives a retry the outcome of the first time: its body,
 * or the same refusal. The outcome is stored before this resolves, so before the caller sees it. Without the header,
 * just does the work.
 *
 * @throws HttpError 400 for a header that is no key, 409 while the first request is being worked on, 422 for another
 *   payload, and whatever the work throws.
 */
export async function respondOnce(
  runOnce: RunOnce,
  { req, res }: { readonly req: Request; readonly res: Response },
  { operation, caller: callerOf, payload, keptStatuses }: Idempotent,
  work: () => Promise<object>,
): Promise<object> {
  const key = readKey(req);
  const caller = key && callerOf();
  if (key === undefined || caller === undefined) return work();
  const once = valueOrThrow(
    await runOnce({ operation, caller, key, payload }, async (at) =>
      JSON.stringify(await outcomeOf(work, keptStatuses, at)),
    ),
  );
  if (once.replayed) res.set('Idempotency-Replayed', 'true');
  const outcome = JSON.parse(once.answer) as Outcome;
  if ('body' in outcome) return outcome.body;
  throw new HttpError({ ...outcome.problem, at: new Date(outcome.at) });
}

function readKey(req: Request): IdempotencyKey | undefined {
  const raw = req.get(HEADER);
  if (raw === undefined) return undefined;
  const key = parseIdempotencyKey(raw);
  if (key.ok) return key.value;
  throw new HttpError({
    status: 400,
    error: `Invalid ${HEADER} header: must be 1 to 255 printable ASCII characters`,
    code: key.error.kind,
  });
}

async function outcomeOf(
  work: () => Promise<object>,
  keptStatuses: readonly number[],
  at: Date,
): Promise<Outcome> {
  try {
    return { body: await work() };
  } catch (thrown) {
    if (!(thrown instanceof HttpError) || !keptStatuses.includes(thrown.problem.status)) throw thrown;
    return { problem: thrown.problem, at: at.toISOString() };
  }
}
