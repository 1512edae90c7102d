import { AuthType } from '@stacks/transactions';
import type { RawTransaction, Txid } from '../../../domain/order/ids.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { SignedSwap } from '../../../ports/index.js';
import { CURVE } from '../signatures/fastest-curve.js';
import { sha512t256 } from '../signatures/hashing.js';

/**
 * Places in the bytes of a transaction that one key pays for: after version, chain, kinds of authorisation and hash, and the signer's
 * hash (SIP-005, https://github.com/stacksgov/sips/blob/main/sips/sip-005/sip-005-blocks-and-transactions.md). The signature follows the
 * encoding of its key. All have a fixed size, so a signed transaction is as long as an unsigned one.
 */
const NONCE_AT = 27;
const FEE_AT = 35;
const SIGNATURE_AT = 44;
const SIGNATURE_BYTES = 65;

/**
 * Signs the bytes of a transaction that one key pays for, whatever nonce, fee and signature they have. The library signs a tree of
 * objects, which it copies and serialises three times.
 */
export function signBytes(
  transaction: Uint8Array,
  privateKey: Uint8Array,
  { nonce, feeUstx }: Pick<SwapTransaction, 'nonce' | 'feeUstx'>,
): SignedSwap {
  const bytes = Buffer.from(transaction);
  bytes.fill(0, NONCE_AT, SIGNATURE_AT - 1);
  bytes.fill(0, SIGNATURE_AT, SIGNATURE_AT + SIGNATURE_BYTES);
  const paid = Buffer.alloc(1 + 8 + 8);
  paid.writeUInt8(AuthType.Standard);
  paid.writeBigUInt64BE(feeUstx, 1);
  paid.writeBigUInt64BE(nonce, 9);
  const digest = sha512t256(Buffer.concat([sha512t256(bytes), paid]));
  const rsv = CURVE.sign(digest, privateKey);
  bytes.writeBigUInt64BE(nonce, NONCE_AT);
  bytes.writeBigUInt64BE(feeUstx, FEE_AT);
  bytes.write(rsv.slice(-2) + rsv.slice(0, -2), SIGNATURE_AT, 'hex');
  return {
    txid: Buffer.from(sha512t256(bytes)).toString('hex') as Txid,
    raw: bytes.toString('hex') as RawTransaction,
  };
}
