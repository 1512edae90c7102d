import { IsNotEmpty } from 'class-validator';
import type { Request } from 'express';
import type { WalletProof } from '../../../application/prove-wallet.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Problem } from '../problem.js';
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

const unauthenticated = (error: string, code: string) => err<Problem>({ status: 401, error, code });

/** The wallet's proof as the headers carry it, nothing of it verified yet. */
export function readWalletProof(req: Request): Result<WalletProof, Problem> {
  if (carriesApiKey(req)) return unauthenticated('Invalid API key', 'INVALID_API_KEY');
  const headers = new WalletHeaders();
  headers.message = req.get('x-message');
  headers.signature = req.get('x-signature');
  headers.publicKey = req.get('x-public-key');
  headers.walletAddress = req.get('x-wallet-address');

  const missing = violations(headers);
  const { message, signature, publicKey, walletAddress } = headers;
  if (missing.length === HEADER_COUNT) {
    return unauthenticated('Missing authentication headers', 'missing-authentication-headers');
  }
  if (missing.length > 0) {
    return unauthenticated(`Missing required headers: ${missing.join(', ')}`, 'missing-required-headers');
  }
  return ok({
    by: 'wallet',
    message: message!,
    signature: signature!,
    publicKey: publicKey!,
    walletAddress: walletAddress!,
  });
}

/** This server issues no keys, so none that is shown is valid. */
const carriesApiKey = (req: Request): boolean =>
  req.get('x-api-key') !== undefined || /^bearer\s/i.test(req.get('authorization') ?? '');
