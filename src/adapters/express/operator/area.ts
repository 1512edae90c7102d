import { aFunction, checkArgument, type Checks } from '../../../domain/shared/option-checks.js';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../operation/areas.js';
import { origins, type Origins } from '../requests/cross-origin.js';
import { ERROR } from '../schema/common-schemas.js';
import { openArea, type AreaDeclaration } from '../operation/open-area.js';
import { schemasOf } from '../schema/shape.js';
import { ROUTER_CHECKS } from '../requests/router-options.js';
import type { ProcessState } from './process-state.js';
import { readStatus, STATUS } from './read-status.js';
import type { OperatorParts } from './session.js';
import { signIn, signOut } from './sign-in.js';
import { ACCOUNT, QUARANTINED, SWITCH } from './status-shapes.js';
import { COST_GROUP, COST_SUM, exportCosts, readCosts } from './costs.js';
import { PAUSE_REQUEST, pauseSending, resumeSending } from './switch.js';

export const OPERATOR: AreaDeclaration<OperatorParts & { readonly clock: Clock }> = {
  name: 'operator',
  mount: '/operator',
  title: 'Operator: status, pause and resume, costs',
  about: [
    'The server’s status for its operator, and the switch for new swaps, for the wallets in SLUICE_OPERATOR_WALLETS. Without any, the area responds with 404 operator-off.',
    'A wallet signs in once and gets a token, which is sent as Authorization: Bearer. No cookie is used, so no other page can act for a signed-in operator.',
  ],
  schemas: schemasOf(STATUS, SWITCH, ACCOUNT, QUARANTINED, PAUSE_REQUEST, COST_SUM, COST_GROUP),
  error: ERROR,
  operations: [signIn, signOut, readStatus, pauseSending, resumeSending, readCosts, exportCosts],
};

/** The part of the core that this area serves. */
export type OperatorCore = Pick<Core, 'operator'>;

/** Options of the operator's area, besides the core. */
export interface OperatorAreaOptions {
  readonly clock: Clock;
  /** Returns the state of the server. */
  readonly state: () => Promise<ProcessState>;
  /** The origins whose web pages may call the area; every origin when absent. */
  readonly corsOrigins?: Origins;
}

const CHECKS: Checks<keyof Required<OperatorAreaOptions>> = {
  ...ROUTER_CHECKS,
  state: aFunction('a function that resolves to the state of the process'),
  corsOrigins: origins,
};

/**
 * The operator's view: sign-in, status, pause and resume. The core's setting `operatorWallets` lists the wallets that may sign in, and
 * `origins` lists the server's addresses, one of which their messages must name.
 *
 * @example createApp({ areas: [operatorArea(core, { clock, state })], clock, requestIds: randomUUID, readiness });
 */
export function operatorArea({ operator }: OperatorCore, options: OperatorAreaOptions): Area {
  checkArgument('the options of the operator’s area', options, CHECKS, ['clock', 'state']);
  const { clock, state, corsOrigins = '*' } = options;
  return openArea(OPERATOR, { operator, clock, state }, { origins: corsOrigins });
}
