import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { provesSignature, walletIn } from './wallet-in.js';

/** Caller whom a request has proved: the id of an API key, and the wallet that owns it or signed. Neither is a secret. */
export interface KnownCaller {
  readonly key?: string;
  readonly owner?: string | undefined;
}

const callers = new WeakMap<ServerResponse, () => KnownCaller | undefined>();

/** Notes who has proved to be the caller, for the request's line in the log. */
export const noteCaller = (res: ServerResponse, caller: KnownCaller): void =>
  void callers.set(res, () => caller);

/** Notes that the wallet that the request names is the caller if the response shows that its signature is good. */
export const noteWallet: RequestHandler = (req, res, next) => {
  callers.set(res, () => {
    const owner = walletIn(req);
    return owner !== undefined && provesSignature(res.statusCode, owner) ? { owner } : undefined;
  });
  next();
};

/** The caller whom the request has proved; undefined if none. */
export const callerOf = (res: ServerResponse): KnownCaller | undefined => callers.get(res)?.();
