import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { ContainerModule } from 'inversify';
import {
  createApp,
  describeAreas,
  legacyArea,
  llmsText,
  metadataArea,
  numberedIds,
  openApiDocument,
  pricesArea,
  swapArea,
  vaultsArea,
  type Area,
} from '../adapters/express/index.js';
import { bindResource, CORE, PORT, STORAGE, token } from '../adapters/inversify/index.js';
import { httpMetrics, stateMetrics } from '../adapters/prometheus/index.js';
import { BACKGROUND_WORK } from './background-module.js';
import { NODE_URL } from './chain-module.js';
import type { AreaName, Config } from './config.js';
import { closeServer, openServer, type ListeningServer } from './http-server.js';
import type { OwnOrigins } from './own-origins.js';
import { LOG, METRICS } from './observation-module.js';
import { readinessOf } from './readiness.js';

/** The listening server. It opens after the background work and closes before it. */
export const SERVER = token<ListeningServer>('server');

const AREAS = token<readonly Area[]>('areas');
const APP = token<RequestListener>('app');

/** The areas, the app that serves them, and the server. Without the role `api` only the operational routes are served. */
export const httpModule = (config: Config, ownOrigins: OwnOrigins): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const isApi = config.roles.includes('api');
    const served = isApi ? config.areas : [];
    bind(AREAS).toResolvedValue(
      (core, clock, registry, storage) => {
        const corsOrigins = config.corsOrigins.includes('*') ? '*' : config.corsOrigins;
        const areas: Readonly<Record<AreaName, () => Area>> = {
          swap: () => swapArea(core, { clock, corsOrigins }),
          prices: () =>
            pricesArea(core, { clock, llmsText: () => llmsText({ areas: describeAreas(config.areas) }) }),
          legacy: () => {
            const requestsPerMinute = config.legacyRateLimit;
            return legacyArea(core, { clock, registry, ping: () => storage.ping(), requestsPerMinute });
          },
          metadata: () => metadataArea(core, { clock, origins: config.metadataOrigins }),
          vaults: () => vaultsArea(core, { clock, corsOrigins }),
        };
        return served.map((name) => areas[name]());
      },
      [CORE, PORT.clock, PORT.registry, STORAGE],
    );
    bind(APP).toResolvedValue(
      async (areas, { prices, sending }, clock, storage, chain, logger, metrics, nodeUrl) => {
        const app = createApp({
          areas,
          hosts: config.hosts,
          trustProxy: config.trustProxy,
          clock,
          requestIds: numberedIds(randomBytes(6).toString('hex')),
          logger,
          readiness: readinessOf({ storage, chain, prices, sending, config }),
          devnet: config.network === 'devnet' ? () => describeDevnet(nodeUrl) : undefined,
          metrics,
          openApi: openApiDocument({ areas: describeAreas(served), version: await programVersion() }),
        });
        const hosted = areas.map((area) => ({ ...area, host: config.hosts[area.name as AreaName] }));
        return httpMetrics(metrics.registry, hosted)(app);
      },
      [AREAS, CORE, PORT.clock, STORAGE, PORT.chain, LOG, METRICS, NODE_URL],
    );
    bindResource(bind, SERVER, {
      needs: [APP, CORE, METRICS, LOG, BACKGROUND_WORK],
      open: async (app, core, { registry }, log, _work) => {
        stateMetrics(registry, {
          orders: core.orders.count,
          recorderAge: async () => (await core.prices.health()).ageSeconds,
          sending: core.sending.standing,
          onError: (error) => log.error({ err: error }, 'a metric could not be read'),
        });
        if (isApi) await core.quotes.warmUp();
        const listening = await openServer(app, config);
        ownOrigins.listening(listening.url);
        return listening;
      },
      close: closeServer,
    });
  });

/** Relative to the bundled program, `dist/server.js`. */
async function programVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

async function describeDevnet(nodeUrl: string): Promise<object> {
  const response = await fetch(new URL('/devnet', nodeUrl), { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`the devnet responded with status ${response.status}`);
  return (await response.json()) as object;
}
