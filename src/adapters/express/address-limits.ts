import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../ports/index.js';
import { AddressWindows, retryAfter, wholeSeconds, type WindowStanding } from './address-windows.js';
import { ANY, errorCase } from './operation/outcomes.js';
import { HttpError } from './problem.js';

/** The calls that are limited per address, each kind by itself, in the words of the refusal. */
const KINDS = {
  reads: 'lists and searches',
  quotes: 'quotes',
  creates: 'orders and records saved',
  cancels: 'cancels',
  executes: 'executes',
  keys: 'calls about API keys and webhooks',
} as const;

/** A kind of call that is limited by itself. */
export type CallKind = keyof typeof KINDS;

/** Calls of each kind that one address may make a minute; no limit where it is 0 or absent. */
export type AddressRates = Readonly<Partial<Record<CallKind, number>>>;

const POLICY = 'RateLimit-Policy';
const STANDING = 'RateLimit';

/** The headers of a limited call, with their meaning: draft-ietf-httpapi-ratelimit-headers-11. */
export const ADDRESS_RATE_HEADERS = {
  [POLICY]:
    'where the operator limits such calls per address: the kind of call, how many pass (q) in a window (w, seconds)',
  [STANDING]:
    'with RateLimit-Policy: the kind of call, how many more pass (r), when the window ends (t, seconds from now)',
};

const sentence = (kind: CallKind, perMinute: number | string) =>
  `Too many ${KINDS[kind]} from this address: ${perMinute} a minute are the limit`;

/** The refusal of a call over the limit. */
export const addressRateExceeded = (kind: CallKind) =>
  errorCase(
    429,
    'address-rate-exceeded',
    sentence(kind, ANY),
    `the operator limits ${KINDS[kind]} per address, and this one made as many as pass in a minute`,
    { headers: { 'Retry-After': ANY, [POLICY]: ANY, [STANDING]: ANY } },
  );

/** The windows of every kind of call that is limited. */
export class AddressLimits {
  private readonly windows: ReadonlyMap<CallKind, AddressWindows>;

  constructor(clock: Clock, rates: AddressRates) {
    const limited = (Object.keys(KINDS) as CallKind[]).filter((kind) => (rates[kind] ?? 0) > 0);
    this.windows = new Map(limited.map((kind) => [kind, new AddressWindows(clock, rates[kind]!)]));
  }

  of(kind: CallKind): AddressWindows | undefined {
    return this.windows.get(kind);
  }
}

const LIMITS = 'address-limits';

/** The setting of the app that holds the limits for `limitAddress`. */
export const addressLimits = (limits: AddressLimits) => [LIMITS, limits] as const;

/** Counts the call and announces what is left. @throws HttpError with 429 over the limit. */
export function limitAddress(kind: CallKind): RequestHandler {
  return (req, res, next) => {
    count(req, res, kind, 1);
    next();
  };
}

/**
 * Counts what one call asks for beyond the first, which `limitAddress` has counted. A call is served whole if some of the limit is left.
 *
 * @throws HttpError with 429 when nothing is left.
 */
export function countFurther(req: Request, res: Response, kind: CallKind, more: number): void {
  if (more > 0) count(req, res, kind, more);
}

function count(req: Request, res: Response, kind: CallKind, weight: number): void {
  const windows = limitsOf(req)?.of(kind);
  if (windows === undefined) return;
  const standing = windows.take(req.ip ?? '', weight);
  res.set(headersOf(kind, windows, standing));
  if (standing.waitMs === 0) return;
  const { cause: _, ...problem } = addressRateExceeded(kind);
  const error = sentence(kind, windows.limit);
  throw new HttpError({ ...problem, error, headers: retryAfter(standing.waitMs) });
}

const limitsOf = (req: Request) => req.app.get(LIMITS) as AddressLimits | undefined;

const headersOf = (
  kind: CallKind,
  { limit, windowMs }: AddressWindows,
  { remaining, endsInMs }: WindowStanding,
) => ({
  [POLICY]: `"${kind}";q=${limit};w=${windowMs / 1000}`,
  [STANDING]: `"${kind}";r=${remaining};t=${wholeSeconds(endsInMs)}`,
});
