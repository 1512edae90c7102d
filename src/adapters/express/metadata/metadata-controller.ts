import { Router, type Request, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import { valueOrThrow } from '../errors.js';
import { route } from '../methods.js';
import type { Prepared, PreparedAnswers } from '../prepared-answers.js';
import { PreparedBody } from '../prepared-body.js';
import { orFail } from '../problem.js';
import { hasOnly } from '../queries.js';
import type { KnownState } from './known-state.js';
import { listText } from './metadata-list.js';
import { LIST_PARAMETERS, readListRequest } from './metadata-requests.js';
import { FETCH_FAILED, LIST_FAILED } from './read-failures.js';
import { saveMetadata } from './save-controller.js';
import { WholeList } from './whole-list.js';

export const RECORD_CACHING = 'public, s-maxage=3600, stale-while-revalidate=86400';
export const LIST_CACHING = 'public, s-maxage=300, stale-while-revalidate=900';

type Metadata = Core['metadata'];

export interface MetadataControllerOptions {
  readonly prepared: PreparedAnswers;
  readonly state: KnownState;
}

/** Token metadata: read for anyone, saved for deployers. */
export function metadataController(metadata: Metadata, options: MetadataControllerOptions): Router {
  const router = Router();
  route(router, '/metadata/list', { get: list(metadata, options) });
  route(router, '/metadata/:contractId', {
    get: single(metadata, options),
    post: saveMetadata(metadata.save, options.state),
  });
  route(router, '/metadata/:contractId/lint', { get: lint(metadata, options) });
  return router;
}

const idIn = (req: Request): string => req.params['contractId'] as string;

const single = (metadata: Metadata, options: MetadataControllerOptions) =>
  recordReader(options, async (contractId) => valueOrThrow(await metadata.find(contractId)).record);

const lint = (metadata: Metadata, options: MetadataControllerOptions) =>
  recordReader(options, async (contractId) => ({
    contractId,
    findings: valueOrThrow(await metadata.lint(contractId)),
  }));

/** Answers with what is made of one record. */
const recordReader =
  (
    { prepared, state }: MetadataControllerOptions,
    read: (contractId: string) => Promise<object>,
  ): RequestHandler =>
  (req, res) =>
    orFail(FETCH_FAILED, async () => {
      await state.refresh();
      const make = async (): Promise<Prepared> => ({
        body: new PreparedBody(JSON.stringify(await read(idIn(req))), prepared.bodyOf(RECORD_CACHING)),
      });
      await prepared.reply(req, res, make, { keep: hasOnly(req.query, []) });
    });

const list = (metadata: Metadata, { prepared, state }: MetadataControllerOptions): RequestHandler => {
  const bodyOptions = prepared.bodyOf(LIST_CACHING);
  const whole = new WholeList(metadata, bodyOptions);
  return (req, res) => {
    const request = readListRequest(req.query);
    const isWhole = !request.principal && request.page === undefined;
    return orFail(LIST_FAILED, async () => {
      await state.refresh();
      const make = async (): Promise<Prepared> => ({
        body: isWhole ? await whole.read() : new PreparedBody(await listText(metadata, request), bodyOptions),
      });
      await prepared.reply(req, res, make, { keep: hasOnly(req.query, LIST_PARAMETERS) });
    });
  };
};
