import { Router, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../areas.js';
import { crossOrigin, type Origins } from '../cross-origin.js';
import { methodNotAllowed, route } from '../methods.js';
import { PreparedAnswers } from '../prepared-answers.js';
import { PreparedBody } from '../prepared-body.js';
import { orFail, HttpError, type Problem } from '../problem.js';
import { hasOnly } from '../queries.js';
import { listingResponse } from './vault-response.js';

/** For so long one listing is given to everybody. It says when its reserves were read. */
const KEPT_MS = 1_000;
export const VAULTS_CACHING = 'public, max-age=5, s-maxage=10, stale-while-revalidate=30';

/** The part of the core that this area serves. */
export type VaultsCore = Pick<Core, 'vaults'>;

export interface VaultsAreaOptions {
  readonly clock: Clock;
  /** Who may read the listing from a web page; everyone when absent. */
  readonly corsOrigins?: Origins;
}

/** The vault listing: every vault with what it holds, and every token. */
export function vaultsArea({ vaults }: VaultsCore, { clock, corsOrigins = '*' }: VaultsAreaOptions): Area {
  const router = Router();
  const prepared = new PreparedAnswers({
    now: () => clock.now().getTime(),
    ttlMs: KEPT_MS,
    origins: corsOrigins,
  });
  route(router, '/api/v0/vaults', { get: list(vaults, prepared) }, [crossOrigin(corsOrigins), onlyGet]);
  return { name: 'vaults', mount: '/app', router, errorBody: vaultsErrorBody, early: prepared };
}

/** Clients of this address know `Allow: GET`, though HEAD and OPTIONS are answered too. */
const onlyGet: RequestHandler = (req, _res, next) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(req.method)) next();
  else throw methodNotAllowed('GET');
};

const list =
  (vaults: VaultsCore['vaults'], prepared: PreparedAnswers): RequestHandler =>
  (req, res) => {
    const make = async () => {
      const data = listingResponse(await listed(vaults));
      return {
        body: new PreparedBody(JSON.stringify({ success: true, data }), prepared.bodyOf(VAULTS_CACHING)),
      };
    };
    return prepared.reply(req, res, make, { keep: hasOnly(req.query, []) });
  };

/** Whatever the reason is, it is logged and not told. */
export const FETCH_FAILED = { status: 500, error: 'Failed to fetch vault data', code: 'fetch-failed' };

const listed = ({ list }: VaultsCore['vaults']) =>
  orFail(FETCH_FAILED, async () => {
    const found = await list();
    if (found.ok) return found.value;
    throw new HttpError(FETCH_FAILED, { cause: found.error });
  });

export const vaultsErrorBody = ({ status, error, code }: Problem): object => ({
  ...(status >= 500 && { success: false }),
  error,
  code,
});
