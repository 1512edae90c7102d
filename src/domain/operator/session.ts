import type { Address, Sha256 } from '../shared/address.js';
import type { Brand } from '../shared/brand.js';
import { toHex } from '../shared/hex.js';

/** `os_` and 64 lower-case hex characters. A secret: shown to its operator once and never stored. */
export type SessionToken = Brand<string, 'SessionToken'>;

/** SHA-256 of a token, 64 lower-case hex characters. Never shown. */
export type SessionHash = Brand<string, 'SessionHash'>;

/** A signed-in wallet of an operator. */
export interface OperatorSession {
  readonly hash: SessionHash;
  readonly wallet: Address;
  /** Time at which the session ends. */
  readonly expiresAt: Date;
}

/** Number of random bytes in a token. */
export const TOKEN_BYTES = 32;

/** Lifetime (ms) of a session. It is short, since the token alone grants access and signing in again takes one click. */
export const SESSION_MS = 60 * 60 * 1000;

/** Maximum number of sessions per wallet. A further one ends the oldest, so that a script that never signs out cannot fill the storage. */
export const MAX_SESSIONS = 10;

const PREFIX = 'os_';
const TOKEN = /^os_[0-9a-f]{64}$/;

/** Begins a session from random bytes. Throws unless there are 32. */
export function beginSession(
  { wallet, now }: { readonly wallet: Address; readonly now: Date },
  random: Uint8Array,
  sha256: Sha256,
): { readonly session: OperatorSession; readonly token: SessionToken } {
  if (random.length !== TOKEN_BYTES) throw new Error(`a session needs ${TOKEN_BYTES} random bytes`);
  const token = `${PREFIX}${toHex(random)}` as SessionToken;
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  return { session: { hash: hashOf(token, sha256), wallet, expiresAt }, token };
}

/** Parses a token; undefined for text that cannot be one. */
export const parseSessionToken = (raw: string): SessionToken | undefined =>
  TOKEN.test(raw) ? (raw as SessionToken) : undefined;

export const hashOf = (token: SessionToken, sha256: Sha256): SessionHash =>
  toHex(sha256(new TextEncoder().encode(token))) as SessionHash;

export const hasEnded = ({ expiresAt }: OperatorSession, now: Date): boolean =>
  expiresAt.getTime() <= now.getTime();
