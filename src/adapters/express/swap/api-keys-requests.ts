import { IsNotEmpty, IsString } from 'class-validator';
import type { Request } from 'express';
import type { WalletProof } from '../../../application/authorization/prove-wallet.js';
import { HttpError } from '../problem.js';
import { violations } from '../validation.js';
import { missingAuthentication, missingHeaders, readWalletHeaders } from './wallet-headers.js';

class SignedBody {
  @IsString({ message: 'message' })
  @IsNotEmpty({ message: 'message' })
  message: unknown;

  @IsString({ message: 'walletAddress' })
  @IsNotEmpty({ message: 'walletAddress' })
  walletAddress: unknown;
}

/** The wallet's proof of a request that changes something: message and address in the body. Nothing is verified yet. */
export function readSignedBody(req: Request): WalletProof {
  const fields = fieldsOf(req.body);
  const body = new SignedBody();
  body.message = fields['message'];
  body.walletAddress = fields['walletAddress'];
  const missing = violations(body);
  if (missing.length > 0) {
    const error = `Missing required fields: ${missing.join(', ')}`;
    throw new HttpError({ status: 400, error, code: 'missing-required-fields' });
  }
  const [signature, publicKey] = [req.get('x-signature'), req.get('x-public-key')];
  if (!signature || !publicKey) throw missingAuthentication();
  const { message, walletAddress } = body as { message: string; walletAddress: string };
  return { by: 'wallet', message, walletAddress, signature, publicKey };
}

/** The wallet's proof of a request that reads: all of it in headers. Nothing is verified yet. */
export function readSignedHeaders(req: Request): WalletProof {
  const proof = readWalletHeaders(req);
  if (!proof.ok) throw missingHeaders(proof.error);
  return proof.value;
}

/** A body that is no object has no fields. */
const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
