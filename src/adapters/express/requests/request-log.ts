import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf, plainAddress } from './caller.js';
import { callerOf } from './known-caller.js';

type Write = (facts: object, message: string) => void;

type Serializers = Readonly<Record<string, (value: unknown) => unknown>>;

/** The part of a pino logger that is used. */
export interface Logger extends Readonly<Record<'error' | 'warn' | 'info' | 'debug', Write>> {
  isLevelEnabled(level: string): boolean;
  child(bindings: object, options?: { readonly serializers: Serializers }): Logger;
}

/** Paths that machines request so often that their log lines would hide the others. */
export const PROBES: readonly string[] = ['/healthz', '/readyz', '/metrics'];

const REQUEST_ID = /^[\x20-\x7e]{1,128}$/;

/** Causes that are not faults of the program, by response. */
const causes = new WeakMap<ServerResponse, unknown>();

/** Faults of the program, by response. */
const faults = new WeakMap<ServerResponse, Error>();

/** Makes the request's line one of a fault, with its stack. */
export const noteFault = (res: ServerResponse, fault: Error): void => void faults.set(res, fault);

/** Adds the cause, an expected outcome or an outage, to the request's line. */
export const explain = (res: ServerResponse, cause: unknown): void => void causes.set(res, cause);

/** Codes of the errors that were sent. */
const codes = new WeakMap<ServerResponse, string>();

/** Adds the code of an error to the request's line. */
export const noteCode = (res: ServerResponse, code: string): void => void codes.set(res, code);

export interface RequestLogOptions {
  readonly requestIds: () => string;
  /** Nothing is logged if absent. */
  readonly logger?: Logger | undefined;
  /** The number of trusted proxies if callers' addresses are logged; undefined if they are not. */
  readonly addressBehind?: number | undefined;
  /** Id of the trace that a request belongs to; none if absent. */
  readonly traceOf?: ((req: IncomingMessage) => string | undefined) | undefined;
}

/**
 * Gives every request an id and logs one line for it: method, path with the first digits of an order's id, the caller, status,
 * error code, milliseconds. Headers, queries and bodies are never logged: they carry signatures and keys. Probes are logged at
 * level debug.
 */
export function requestLog({ requestIds, logger, addressBehind, traceOf }: RequestLogOptions) {
  const describeRequest = (req: LoggedRequest) => ({
    id: req.id,
    method: req.method,
    path: pathOf(req).replace(ORDER_ID, '$1…'),
    ...(addressBehind !== undefined && { address: plainAddress(addressOf(req, addressBehind)) }),
  });
  const log = logger?.child({}, { serializers: { err: (error) => describeError(error) } });
  const traced = (req: IncomingMessage): object => {
    const trace = traceOf?.(req);
    return trace === undefined ? {} : { trace };
  };
  const write = (log: Logger, req: IncomingMessage, res: Followed, error: unknown) => {
    const fault = faults.get(res) ?? error ?? res.errored ?? undefined;
    const failed = fault !== undefined || res.statusCode >= 500;
    const cause = failed ? causes.get(res) : undefined;
    const caller = callerOf(res);
    const line = {
      req: describeRequest(req),
      ...traced(req),
      res: describeResponse(res),
      ...(fault !== undefined && { err: fault }),
      ms: Date.now() - res[ARRIVED]!,
      ...(caller !== undefined && { caller }),
      ...(cause !== undefined && { cause: describeCause(cause) }),
    };
    log[levelOf(req, res, fault)](line, failed ? 'failed' : isStream(res) ? 'stream ended' : ANSWERED);
  };
  return {
    /**
     * Gives the request its id: the host program's, or the caller's if it is 1 to 128 printable ASCII characters, or else a new
     * one. Call it first.
     */
    name: (req: LoggedRequest, res: ServerResponse): void => {
      const { id } = req;
      const given = [
        res.getHeader('X-Request-Id'),
        typeof id === 'number' ? String(id) : id,
        req.headers['x-request-id'],
      ];
      req.id =
        given.find((one): one is string => typeof one === 'string' && REQUEST_ID.test(one)) ?? requestIds();
    },
    /** Counts the request's milliseconds from now on, although it is followed later. */
    arrived: (res: Followed): void => void (res[ARRIVED] = Date.now()),
    /** Logs a request whose response bypassed Express. */
    early: (req: IncomingMessage, res: ServerResponse): void => {
      if (logger?.isLevelEnabled('info') !== true) return;
      logger.info({ req: describeRequest(req), res: describeResponse(res), ms: 0, ...traced(req) }, ANSWERED);
    },
    /** Echoes the id, gives handlers their `logOf`, and logs the request when it ends. */
    follow: (req: IncomingMessage, res: Followed, next: () => void): void => {
      res.setHeader('X-Request-Id', requestIdOf(req));
      if (log !== undefined) {
        res[ARRIVED] ??= Date.now();
        logs.set(req, () => log.child({ req: describeRequest(req) }));
        const end = (error?: unknown) => {
          for (const event of ENDS) res.off(event, end);
          write(log, req, res, error);
        };
        for (const event of ENDS) res.on(event, end);
      }
      next();
    },
  };
}

/** The first of these ends a request: sent, cut off, or failed. */
const ENDS = ['finish', 'close', 'error'] as const;

const ARRIVED = Symbol('arrived');

/** A response with the time at which its request arrived, in milliseconds. */
type Followed = ServerResponse & { [ARRIVED]?: number };

const logs = new WeakMap<IncomingMessage, () => Logger>();

/** The log for lines about the request, which name it; undefined if nothing is logged. */
export const logOf = (req: IncomingMessage): Logger | undefined => logs.get(req)?.();

function levelOf(
  req: IncomingMessage,
  res: ServerResponse,
  fault: unknown,
): 'error' | 'warn' | 'info' | 'debug' {
  if (fault !== undefined) return 'error';
  if (res.statusCode >= 500) return res.statusCode === UNAVAILABLE ? 'warn' : 'error';
  return PROBES.includes(pathOf(req)) ? 'debug' : 'info';
}

const ANSWERED = 'answered';
const UNAVAILABLE = 503;

/** Whether the response is a stream. Its milliseconds only show how long the reader stayed. */
const isStream = (res: ServerResponse): boolean =>
  String(res.getHeader('content-type')).startsWith('text/event-stream');

/** The id that `name` gave the request. */
export const requestIdOf = ({ id }: LoggedRequest): string => (typeof id === 'string' ? id : '');

/** A request with its id, which a host program may have set, and with the url before Express shortened it. */
type LoggedRequest = IncomingMessage & { id?: unknown; readonly originalUrl?: string };

const pathOf = (req: LoggedRequest): string => (req.originalUrl ?? req.url ?? '').split('?', 1)[0]!;

/** Matches an order's uuid. A log shows only its first digits: with the whole uuid, a reader of the log could mark the order as spent. */
const ORDER_ID = /([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

const describeResponse = (res: ServerResponse) => {
  const code = codes.get(res);
  return { status: res.statusCode, ...(code !== undefined && { code }) };
};

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: LoggedError;
}

const MAX_CAUSES = 5;

/** Drops the properties that drivers add to their errors: the parameters of a failed query may include order signatures. */
function describeError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown without an Error' };
  const { name, message, stack, cause } = error;
  const deeper = cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) };
  return { type: name, message, stack, ...deeper };
}

/** Describes an expected outcome by its kind and reason, an outage by its name and message. */
function describeCause(cause: unknown): object {
  if (cause instanceof Error) return { kind: cause.name, reason: cause.message };
  if (typeof cause !== 'object' || cause === null) return {};
  const { kind, reason } = cause as { kind?: unknown; reason?: unknown };
  return { kind, ...(reason !== undefined && { reason }) };
}

/**
 * Numbered ids under a prefix. With a different prefix per process they are unique among all processes, and several times cheaper
 * than random ones.
 *
 * @example const requestIds = numberedIds(randomBytes(6).toString('hex')); // '9f86d081884c-1', '9f86d081884c-2', …
 */
export function numberedIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}-${++count}`;
}
