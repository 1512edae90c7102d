import type { Brand } from '../shared/brand.js';
import { err, ok, type Result } from '../shared/result.js';

/**
 * A lower-case UUID, chosen and signed by the owner. It can be spent once on the chain. Only the owner, and callers who requested
 * the order by it, see it; others see the order's handle.
 */
export type OrderUuid = Brand<string, 'OrderUuid'>;

/** The public name of an order, in the form of a lower-case UUID; see `handleOf`. */
export type OrderHandle = Brand<string, 'OrderHandle'>;

/** 65 bytes R, S, V as 130 lower-case hex characters. A secret: anyone who has it can submit the swap. */
export type OrderSignature = Brand<string, 'OrderSignature'>;

/** 64 lower-case hex characters, without 0x. */
export type Txid = Brand<string, 'Txid'>;

/** A signed transaction's bytes in hex. A secret until mined: it carries the order's signature. */
export type RawTransaction = Brand<string, 'RawTransaction'>;

const TXID = /^(?:0x)?([0-9a-f]{64})$/;

export function parseTxid(raw: string): Result<Txid, { readonly kind: 'invalid-txid' }> {
  const match = TXID.exec(raw.toLowerCase());
  return match ? ok(match[1] as Txid) : err({ kind: 'invalid-txid' });
}
