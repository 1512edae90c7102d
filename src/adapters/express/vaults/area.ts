import { checkArgument, type Checks } from '../../../domain/shared/option-checks.js';
import { ROUTER_CHECKS } from '../requests/router-options.js';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../operation/areas.js';
import { origins, type Origins } from '../requests/cross-origin.js';
import { ERROR_FIELDS, HELP_FIELDS, type DatedProblem } from '../schema/common-schemas.js';
import { openArea, type AreaDeclaration } from '../operation/open-area.js';
import { always } from '../schema/schema.js';
import { fields, named, optional, schemasOf } from '../schema/shape.js';
import { REGISTRY_ROUTER, REGISTRY_TOKEN } from '../schema/registry-shapes.js';
import { PreparedResponses } from '../operation/prepared-responses.js';
import { LISTED_TOKEN, listVaults, VAULT, VAULT_SIDE, type VaultsParts } from './list-vaults.js';
import { readRegistry } from './read-registry.js';
import { VAULT_FIGURES, vaultFigures } from './vault-figures.js';

/** Time (ms) for which everyone gets the same listing. The listing says when its reserves were read. */
const KEPT_MS = 1_000;

const VAULTS_ERROR = named(
  'VaultsError',
  fields<DatedProblem>()({
    success: optional(always(false, 'present on failures of the server'), ({ status }) =>
      status >= 500 ? false : undefined,
    ),
    ...ERROR_FIELDS,
    ...HELP_FIELDS,
  }),
);

export const VAULTS: AreaDeclaration<VaultsParts> = {
  name: 'vaults',
  mount: '/app',
  title: 'Vault listing',
  about: [
    'The vaults that routes go through, with their holdings, the tokens, and what a wallet must know about the network. Names, symbols, images and descriptions are those of the metadata area if it has them; decimals are the registry’s.',
    'Errors here are { error, code }, with success: false on a failure of the server.',
  ],
  schemas: schemasOf(
    LISTED_TOKEN,
    VAULT_SIDE,
    VAULT,
    VAULT_FIGURES,
    REGISTRY_TOKEN,
    REGISTRY_ROUTER,
    VAULTS_ERROR,
  ),
  error: VAULTS_ERROR,
  operations: [listVaults, vaultFigures, readRegistry],
};

/** The part of the core that this area serves. */
export type VaultsCore = Pick<Core, 'vaults'>;

/** Options of the vaults area, besides the core. */
export interface VaultsAreaOptions {
  readonly clock: Clock;
  /** The origins whose web pages may read the listing; every origin when absent. */
  readonly corsOrigins?: Origins;
}

const CHECKS: Checks<keyof Required<VaultsAreaOptions>> = {
  ...ROUTER_CHECKS,
  corsOrigins: origins,
};

/**
 * The vault listing: every vault with its holdings in whole smallest units, and every token. Also the network's tokens and routers.
 *
 * @example createApp({ areas: [vaultsArea(core, { clock })], clock, requestIds: randomUUID, readiness });
 */
export function vaultsArea({ vaults }: VaultsCore, options: VaultsAreaOptions): Area {
  checkArgument('the options of the vaults area', options, CHECKS, ['clock']);
  const { clock, corsOrigins = '*' } = options;
  const now = () => clock.now().getTime();
  const prepared = new PreparedResponses({ now, ttlMs: KEPT_MS, origins: corsOrigins });
  return openArea(VAULTS, { vaults, prepared }, { origins: corsOrigins, early: prepared });
}
