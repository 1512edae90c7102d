import type { Request } from 'express';
import { fieldsOf } from '../../../domain/shared/fields.js';

/** The address of the wallet that the request claims to come from; undefined if it names none. */
export function walletIn(req: Request): string | undefined {
  const wallet = req.get('x-wallet-address') ?? fieldsOf(req.body)['walletAddress'];
  return typeof wallet === 'string' && wallet !== '' ? wallet : undefined;
}

/**
 * Statuses of refusals that come only after a wallet's signature is verified. For a signed order they prove nothing, because its signature
 * can be sent again and again.
 */
const AFTER_SIGNATURE = [403, 409, 422];

/** Whether the status of the response shows that the signature of the wallet, if the request names one, is good. */
export const provesSignature = (status: number, wallet: string | undefined): boolean =>
  status < 400 || (wallet !== undefined && AFTER_SIGNATURE.includes(status));
