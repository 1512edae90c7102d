import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import type { MetadataEntry } from '../../../domain/metadata-record/metadata-record.js';
import { prefersProblem } from '../error-responses.js';
import { problemOf, valueOrThrow } from '../errors.js';
import { orFail, HttpError } from '../problem.js';
import type { KnownState } from './known-state.js';
import { SAVE_FAILED } from './read-failures.js';
import { parseRecord, rawBody, sentBody } from './record-body.js';

type Save = Core['metadata']['save'];

export const SAVE_CACHING = 'no-cache, no-store, must-revalidate';

/** Merges the body into the stored record, for the contract's deployer. Who asks is judged before what is asked. */
export const saveMetadata = (save: Save, state: KnownState): RequestHandler[] => [
  (_req, res, next) => {
    res.set('Cache-Control', SAVE_CACHING);
    next();
  },
  rawBody,
  (req, res) =>
    orFail(SAVE_FAILED, async () => {
      const { contractId, record } = await saveBody(save, req);
      state.forget();
      res.json({ success: true, contractId, metadata: record });
    }),
];

async function saveBody(save: Save, req: Request): Promise<MetadataEntry> {
  const body = sentBody(req);
  const signedBodyHash = req.get('x-body-hash');
  const saved = await save({
    contractId: req.params['contractId'] as string,
    signature: req.get('x-signature'),
    publicKey: req.get('x-public-key'),
    timestamp: req.get('x-timestamp'),
    signedBodyHash,
    // A body that cannot be used is refused right after the signature: its hash decides nothing.
    bodyHash: body.ok ? sha256(body.value) : (signedBodyHash ?? ''),
    patch: () => (body.ok ? parseRecord(body.value) : body),
  });
  if (saved.ok) return saved.value;
  const { error } = saved;
  if (error instanceof HttpError) throw error;
  if (error.kind === 'invalid-metadata' && !prefersProblem(req)) {
    // Clients of this address know a record that breaks the rules by this status.
    throw new HttpError({ ...problemOf(error), status: 500 }, { cause: error });
  }
  return valueOrThrow({ ok: false, error });
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
