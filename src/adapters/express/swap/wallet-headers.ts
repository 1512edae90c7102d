import { IsNotEmpty } from 'class-validator';
import type { Request } from 'express';
import type { WalletProof } from '../../../application/authorization/prove-wallet.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { HttpError } from '../problem.js';
import { violations } from '../validation.js';

class WalletHeaders {
  @IsNotEmpty({ message: 'x-message' })
  message: string | undefined;

  @IsNotEmpty({ message: 'x-signature' })
  signature: string | undefined;

  @IsNotEmpty({ message: 'x-public-key' })
  publicKey: string | undefined;

  @IsNotEmpty({ message: 'x-wallet-address' })
  walletAddress: string | undefined;
}

const HEADER_COUNT = 4;

/** The wallet's proof as the headers carry it, nothing of it verified yet; or the names of the headers that are absent. */
export function readWalletHeaders(req: Request): Result<WalletProof, readonly string[]> {
  const headers = new WalletHeaders();
  headers.message = req.get('x-message');
  headers.signature = req.get('x-signature');
  headers.publicKey = req.get('x-public-key');
  headers.walletAddress = req.get('x-wallet-address');

  const missing = violations(headers);
  if (missing.length > 0) return err(missing);
  const { message, signature, publicKey, walletAddress } = headers;
  return ok({
    by: 'wallet',
    message: message!,
    signature: signature!,
    publicKey: publicKey!,
    walletAddress: walletAddress!,
  });
}

export const missingHeaders = (names: readonly string[]): HttpError =>
  new HttpError({
    status: 401,
    error: `Missing required headers: ${names.join(', ')}`,
    code: 'missing-required-headers',
  });

export const missingAuthentication = (): HttpError =>
  new HttpError({
    status: 401,
    error: 'Missing authentication headers',
    code: 'missing-authentication-headers',
  });

/** How a caller is refused who shows no key: one without a single header of a wallet's may not know of them. */
export const unproven = (missing: readonly string[]): HttpError =>
  missing.length === HEADER_COUNT ? missingAuthentication() : missingHeaders(missing);
