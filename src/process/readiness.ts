import type { Readiness } from '../adapters/express/index.js';
import type { Storage } from '../adapters/typeorm/index.js';
import type { PricesCore } from '../application/prices/prices-core.js';
import type { PriceHealth } from '../application/prices/price-health.js';
import { countReasons } from '../domain/price-series/unpriced.js';
import type { ChainNode } from '../ports/index.js';
import type { Config } from './config.js';

export interface ReadinessOptions {
  readonly storage: Pick<Storage, 'ping'>;
  readonly chain: Pick<ChainNode, 'tip'>;
  readonly prices: Pick<PricesCore, 'health'>;
  readonly config: Pick<Config, 'roles' | 'areas'>;
}

/** Checks whether the process can do its work, and if not, why. Prices count when it records or serves them. */
export function readinessOf({ storage, chain, prices, config }: ReadinessOptions): () => Promise<Readiness> {
  const { roles, areas } = config;
  const needsPrices = roles.includes('recorder') || (roles.includes('api') && areas.includes('prices'));
  return async () => {
    const [database, tip, health] = await Promise.allSettled([
      storage.ping(),
      chain.tip(),
      needsPrices ? prices.health() : undefined,
    ]);
    const reasons = [
      ...(database.status === 'rejected' ? ['the database does not answer'] : []),
      ...(tip.status === 'rejected' || !tip.value.ok ? ['the chain cannot be reached'] : []),
      ...(health.status === 'rejected' ? ['prices cannot be read'] : oldPrices(health.value)),
    ];
    const unpriced = health.status === 'rejected' ? undefined : unpricedCount(health.value);
    return { ready: reasons.length === 0, reasons, ...(unpriced && { unpriced }) };
  };
}

function unpricedCount(health: PriceHealth | undefined): Readiness['unpriced'] {
  if (health === undefined) return undefined;
  const { unpriced, tokensRegistered, isDegraded } = health;
  const reasons = countReasons(unpriced.map(({ reason }) => reason));
  return { tokens: unpriced.length, ofRegistered: tokensRegistered, isDegraded, reasons };
}

function oldPrices(health: PriceHealth | undefined): string[] {
  if (health === undefined || health.ok) return [];
  if (health.ageSeconds === undefined) return ['no prices have been recorded yet'];
  return [`prices were last recorded ${Math.floor(health.ageSeconds / 60)} minutes ago`];
}
