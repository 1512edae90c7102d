import {
  describeAreas,
  legacyArea,
  llmsText,
  metadataArea,
  pricesArea,
  swapArea,
  vaultsArea,
  type Area,
} from '../adapters/express/index.js';
import type { Storage } from '../adapters/typeorm/index.js';
import type { Core } from '../application/core.js';
import type { AreaName, Config } from './config.js';
import type { Clock, RegistrySource } from '../ports/index.js';

/** What areas are opened over. */
export interface AreaParts {
  readonly core: Core;
  readonly config: Pick<Config, 'areas' | 'corsOrigins' | 'legacyRateLimit' | 'metadataOrigins'>;
  readonly clock: Clock;
  readonly registry: RegistrySource;
  readonly storage: Pick<Storage, 'ping'>;
}

/** The areas of these names, as the operator set them up. */
export const openAreas = (names: readonly AreaName[], parts: AreaParts): readonly Area[] =>
  names.map((name) => OPEN[name](parts));

const OPEN: Record<AreaName, (parts: AreaParts) => Area> = {
  swap: ({ core, config, clock }) => swapArea(core, { clock, ...corsOf(config) }),
  prices: ({ core, config, clock }) =>
    pricesArea(core, { clock, llmsText: () => llmsText({ areas: describeAreas(config.areas) }) }),
  legacy: ({ core, config, clock, registry, storage }) =>
    legacyArea(core, {
      clock,
      registry,
      ping: () => storage.ping(),
      requestsPerMinute: config.legacyRateLimit,
    }),
  metadata: ({ core, config, clock }) => metadataArea(core, { clock, origins: config.metadataOrigins }),
  vaults: ({ core, config, clock }) => vaultsArea(core, { clock, ...corsOf(config) }),
};

const corsOf = ({ corsOrigins }: Pick<Config, 'corsOrigins'>) =>
  ({ corsOrigins: corsOrigins.includes('*') ? '*' : corsOrigins }) as const;
