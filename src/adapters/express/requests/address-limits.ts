import type { Request, RequestHandler, Response } from 'express';
import { REQUESTS_PER_WINDOW } from '../../../domain/api-key/rate-window.js';
import type { Clock } from '../../../ports/index.js';
import { wholeSeconds } from '../errors/whole-seconds.js';
import { POLICY, STANDING } from '../schema/address-rate-headers.js';
import { AddressWindows, retryAfter, type WindowStanding } from './address-windows.js';
import { sharedTopic, type SharedCounts } from './shared-counts.js';
import { claimsSignature, type Access } from '../schema/access.js';
import { ANY } from '../schema/outcomes.js';
import { fault, HttpError } from '../errors/problem.js';
import { provesSignature, walletIn } from './wallet-in.js';

/** Kinds of calls that are limited per address, each separately, and the refusal's words for them. */
const KINDS = {
  reads: 'lists and searches',
  quotes: 'quotes',
  creates: 'orders and records saved',
  cancels: 'cancels',
  executes: 'executes',
  keys: 'calls about API keys and webhooks',
} as const;

/** A kind of call with a limit of its own. */
export type CallKind = keyof typeof KINDS;

/** Calls of each kind that one address may make per minute; unlimited if 0 or absent. */
export type AddressRates = Readonly<Partial<Record<CallKind, number>>>;

const sentence = (kind: CallKind, perMinute: number | string) =>
  `Too many ${KINDS[kind]} from this address: ${perMinute} a minute are the limit`;

/** The refusal of a call over the limit. */
export const addressRateExceeded = (kind: CallKind) =>
  fault('address-rate-exceeded', {
    error: sentence(kind, ANY),
    cause: `the operator limits ${KINDS[kind]} per address, and this one reached the limit for a minute without a valid key or signature`,
    headers: { 'Retry-After': ANY, [POLICY]: ANY, [STANDING]: ANY },
  });

/** The windows of one kind of call. */
interface KindWindows {
  /** Unsigned calls. */
  readonly unsigned: AddressWindows;
  /** Calls whose claimed signature is not verified yet: each costs a check. */
  readonly unproven: AddressWindows;
}

/** The windows of every kind of call that is limited. */
export class AddressLimits {
  private readonly windows: ReadonlyMap<CallKind, KindWindows>;
  /** Signed calls by wallet. */
  readonly wallets: AddressWindows;

  constructor(clock: Clock, rates: AddressRates, counts?: SharedCounts) {
    const limited = (Object.keys(KINDS) as CallKind[]).filter((kind) => (rates[kind] ?? 0) > 0);
    const windowsOf = (limit: number, topic: string) =>
      new AddressWindows(clock, limit, undefined, sharedTopic(counts, topic));
    this.windows = new Map(
      limited.map((kind) => [
        kind,
        {
          unsigned: windowsOf(rates[kind]!, `unsigned ${kind}`),
          unproven: windowsOf(rates[kind]!, `unproven ${kind}`),
        },
      ]),
    );
    this.wallets = windowsOf(REQUESTS_PER_WINDOW, 'wallets');
  }

  of(kind: CallKind): KindWindows | undefined {
    return this.windows.get(kind);
  }
}

const LIMITS = 'address-limits';

/** The setting of the app that holds the limits for `limitAddress`. */
export const addressLimits = (limits: AddressLimits) => [LIMITS, limits] as const;

/**
 * The check of the signature that a call claims. The check counts against the call's address until the signature is verified: then
 * the key's or the wallet's own limit applies.
 */
export class SignatureCheck {
  readonly #limits: AddressLimits | undefined;
  readonly #windows: AddressWindows | undefined;
  readonly #standing: WindowStanding | undefined;
  #isOver = false;

  constructor(
    private readonly req: Request,
    private readonly kind: CallKind,
  ) {
    this.#limits = limitsOf(req);
    this.#windows = this.#limits?.of(kind)?.unproven;
    this.#standing = this.#windows?.take(addressIn(req));
  }

  /** The 429 if the address has as many failed checks as it may make calls. The signature must not be checked then. */
  get refusal(): HttpError | undefined {
    return this.#standing && this.#standing.waitMs > 0
      ? refusalOf(this.kind, this.#windows!, this.#standing)
      : undefined;
  }

  /**
   * Notes that the signature is good. New wallets cost nothing, so each wallet's first call in a minute still counts against the
   * address, as do a wallet's calls beyond its own limit of 100.
   */
  passed(wallet?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (wallet !== undefined && this.#limits !== undefined) {
      const { waitMs, remaining } = this.#limits.wallets.take(wallet);
      if (waitMs > 0 || remaining === this.#limits.wallets.limit - 1) return;
    }
    this.#windows?.giveBack(addressIn(this.req));
  }
}

const CHECK = Symbol('check');
const UNCOUNTED = Symbol('uncounted');
interface Locals {
  [CHECK]?: SignatureCheck;
  [UNCOUNTED]?: CallKind | undefined;
}

/** Notes that a key signed the call, so that it counts against the key's own limit. */
export const signedByKey = ({ locals }: Response): void => (locals as Locals)[CHECK]?.passed();

/**
 * Counts an unsigned call and announces how many are left. A call that claims a signature counts separately until its response
 * shows that the signature is good. If anyone may make it, it counts once `countUnsigned` finds that nothing is proven.
 *
 * @throws HttpError with 429 over the limit.
 */
export function limitAddress(kind: CallKind, access: readonly Access[]): RequestHandler {
  return (req, res, next) => {
    if (limitsOf(req)?.of(kind) === undefined) return next();
    const locals = res.locals as Locals;
    if (!claimsSignature(access, (name) => req.get(name))) count(req, res, kind, 1);
    else if (access.includes('anyone')) locals[UNCOUNTED] = kind;
    else {
      const check = new SignatureCheck(req, kind);
      if (check.refusal !== undefined) throw check.refusal;
      locals[CHECK] = check;
      res.once('finish', () => {
        const wallet = walletIn(req);
        if (provesSignature(res.statusCode, wallet)) check.passed(wallet);
      });
    }
    next();
  };
}

/** Counts a read by an unproven caller. @throws HttpError with 429 over the limit. */
export function countUnsigned(req: Request, res: Response): void {
  const locals = res.locals as Locals;
  const { [UNCOUNTED]: kind } = locals;
  locals[UNCOUNTED] = undefined;
  if (kind !== undefined) count(req, res, kind, 1);
}

/**
 * Counts the items of a call except the first, which `limitAddress` has counted. A call is served in full if any of the limit is left.
 *
 * @throws HttpError with 429 when nothing is left.
 */
export function countFurther(req: Request, res: Response, kind: CallKind, more: number): void {
  if (more > 0) count(req, res, kind, more);
}

function count(req: Request, res: Response, kind: CallKind, weight: number): void {
  const windows = limitsOf(req)?.of(kind)?.unsigned;
  if (windows === undefined) return;
  const standing = windows.take(addressIn(req), weight);
  res.set(headersOf(kind, windows, standing));
  if (standing.waitMs > 0) throw refusalOf(kind, windows, standing);
}

function refusalOf(kind: CallKind, windows: AddressWindows, standing: WindowStanding): HttpError {
  const headers = { ...headersOf(kind, windows, standing), ...retryAfter(standing.waitMs) };
  return new HttpError({ ...addressRateExceeded(kind), error: sentence(kind, windows.limit), headers });
}

const addressIn = ({ ip = '' }: Request): string => ip;
const limitsOf = (req: Request) => req.app.get(LIMITS) as AddressLimits | undefined;

const headersOf = (
  kind: CallKind,
  { limit, windowMs }: AddressWindows,
  { remaining, endsInMs }: WindowStanding,
) => ({
  [POLICY]: `"${kind}";q=${limit};w=${windowMs / 1000}`,
  [STANDING]: `"${kind}";r=${remaining};t=${wholeSeconds(endsInMs)}`,
});
