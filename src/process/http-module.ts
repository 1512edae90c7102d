import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { ContainerModule, type BindToFluentSyntax } from 'inversify';
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
  type OpenApiDocument,
} from '../adapters/express/index.js';
import { bindResource, CORE, PORT, STORAGE, token } from '../adapters/inversify/index.js';
import { httpMetrics, stateMetrics } from '../adapters/prometheus/index.js';
import { BACKGROUND_WORK } from './background-module.js';
import { NODE_URL } from './chain-module.js';
import type { AreaName, Config } from './config.js';
import { closeServer, openServer, type ListeningServer } from './http-server.js';
import { LOG, METRICS } from './observation-module.js';
import { readinessOf } from './readiness.js';

/** The listening server. It opens after the background work and closes before it. */
export const SERVER = token<ListeningServer>('server');

const areaToken = (name: AreaName) => token<Area>(`area.${name}`);
const AREAS = token<readonly Area[]>('areas');
const APP = token<RequestListener>('app');
const OPEN_API = token<OpenApiDocument>('open-api');
const READINESS = token<ReturnType<typeof readinessOf>>('readiness');

/** The areas, the app that serves them, and the server. Without the role `api` only the operational routes are served. */
export const httpModule = (config: Config): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const isApi = config.roles.includes('api');
    const served = isApi ? config.areas : [];
    for (const name of served) BIND_AREA[name](bind<Area>(areaToken(name)), config);
    bind(AREAS).toResolvedValue((...areas: Area[]) => areas, served.map(areaToken));
    bind(OPEN_API).toResolvedValue(async () =>
      openApiDocument({ areas: describeAreas(served), version: await programVersion() }),
    );
    bind(READINESS).toResolvedValue(
      (storage, chain, { prices }) => readinessOf({ storage, chain, prices, config }),
      [STORAGE, PORT.chain, CORE],
    );
    bind(APP).toResolvedValue(
      (areas, clock, logger, readiness, metrics, openApi, nodeUrl) => {
        const app = createApp({
          areas,
          hosts: config.hosts,
          trustProxy: config.trustProxy,
          clock,
          requestIds: numberedIds(randomBytes(6).toString('hex')),
          logger,
          readiness,
          devnet: config.network === 'devnet' ? () => describeDevnet(nodeUrl) : undefined,
          metrics,
          openApi,
        });
        const hosted = areas.map(({ name, mount }) => ({
          name,
          mount,
          host: config.hosts[name as AreaName],
        }));
        return httpMetrics(metrics.registry, hosted)(app);
      },
      [AREAS, PORT.clock, LOG, READINESS, METRICS, OPEN_API, NODE_URL],
    );
    bindResource(bind, SERVER, {
      needs: [APP, CORE, METRICS, LOG, BACKGROUND_WORK],
      open: async (app, core, { registry }, log, _work) => {
        stateMetrics(registry, {
          orders: core.orders.count,
          recorderAge: async () => (await core.prices.health()).ageSeconds,
          onError: (error) => log.error({ err: error }, 'a metric could not be read'),
        });
        if (isApi) await core.quotes.warmUp();
        return openServer(app, config);
      },
      close: closeServer,
    });
  });

/** How each area is built from what the container holds. */
const BIND_AREA: Readonly<Record<AreaName, (area: BindToFluentSyntax<Area>, config: Config) => void>> = {
  swap: (area, config) =>
    area.toResolvedValue((core, clock) => swapArea(core, { clock, ...corsOf(config) }), [CORE, PORT.clock]),
  prices: (area, config) =>
    area.toResolvedValue(
      (core, clock) =>
        pricesArea(core, { clock, llmsText: () => llmsText({ areas: describeAreas(config.areas) }) }),
      [CORE, PORT.clock],
    ),
  legacy: (area, config) =>
    area.toResolvedValue(
      (core, clock, registry, storage) =>
        legacyArea(core, {
          clock,
          registry,
          ping: () => storage.ping(),
          requestsPerMinute: config.legacyRateLimit,
        }),
      [CORE, PORT.clock, PORT.registry, STORAGE],
    ),
  metadata: (area, config) =>
    area.toResolvedValue(
      (core, clock) => metadataArea(core, { clock, origins: config.metadataOrigins }),
      [CORE, PORT.clock],
    ),
  vaults: (area, config) =>
    area.toResolvedValue((core, clock) => vaultsArea(core, { clock, ...corsOf(config) }), [CORE, PORT.clock]),
};

const corsOf = ({ corsOrigins }: Pick<Config, 'corsOrigins'>) =>
  ({ corsOrigins: corsOrigins.includes('*') ? '*' : corsOrigins }) as const;

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
