import { Router } from 'express';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../areas.js';
import { crossOrigin } from '../cross-origin.js';
import { PreparedAnswers } from '../prepared-answers.js';
import type { Problem } from '../problem.js';
import { KnownState } from './known-state.js';
import { metadataController } from './metadata-controller.js';
import { READ_FAILURES } from './read-failures.js';

/** The part of the core that this area serves. */
export type MetadataAreaCore = Pick<Core, 'metadata'>;

export interface MetadataAreaOptions {
  readonly clock: Clock;
  /** Whose pages may read and write records; nobody's when absent. Programs are not bound by it. */
  readonly origins?: readonly string[];
}

/** The metadata service: what deployers say of their tokens (SIP-016). */
export function metadataArea(
  { metadata }: MetadataAreaCore,
  { clock, origins = [] }: MetadataAreaOptions,
): Area {
  const router = Router();
  const now = () => clock.now().getTime();
  const state = new KnownState(metadata.state, now);
  const prepared = new PreparedAnswers({ now, source: state.current, origins });
  router.use(crossOrigin(origins, ['GET', 'HEAD', 'POST']));
  router.use('/api/v1', metadataController(metadata, { prepared, state }));
  return { name: 'metadata', mount: '/metadata', router, errorBody: metadataErrorBody, early: prepared };
}

export const metadataErrorBody = ({ error, code, details }: Problem): object => ({
  ...(READ_FAILURES.has(code) && { success: false }),
  error,
  code,
  ...(details !== undefined && { details }),
});
