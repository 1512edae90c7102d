import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import {
  Admission,
  createApp,
  describeAreas,
  EventStreams,
  legacyArea,
  llmsIndex,
  llmsText,
  metadataArea,
  numberedIds,
  openApiDocument,
  operationOf,
  operatorArea,
  pricesArea,
  PROBES,
  readEmbedFiles,
  StoredPerAddress,
  swapArea,
  vaultsArea,
  webPage,
  type Area,
  type SharedCounts,
} from '../../adapters/express/index.js';
import { bindResource, CORE, PORT, STORAGE, token } from '../../adapters/inversify/index.js';
import { asCallersWork, asUrgentWork } from '../../adapters/typeorm/index.js';
import { httpMetrics, replicaMetrics, shedMetrics } from '../../adapters/prometheus/index.js';
import type { Core } from '../../application/core.js';
import { freshFlight, recentFlight } from '../../application/shared/single-flight.js';
import { BACKGROUND_WORK } from '../run/background-module.js';
import { NODE_URL } from './chain-module.js';
import type { AreaName, Config } from './config.js';
import type { ClaimedPorts } from './claimed-ports.js';
import { countingLog } from './counting-log.js';
import { closeServer, type ListeningServer } from './http-server.js';
import { docsFolder, programBuild, programVersion, webFolder } from './installation.js';
import { EVENT_METRICS, LOG, METRICS, START_UP } from './observation-module.js';
import { replicasFor } from './database.js';
import type { OwnOrigins } from './own-origins.js';
import { watchReplicas } from './replica-watch.js';
import { PROCESS_ID, PROCESS_STATE, READINESS, STATE_MAX_AGE_MS, STATE_METRICS } from './state-module.js';
import { TRACES } from './traces-module.js';

/** The server. It already listens, but serves only once the background work has started, and closes before that work stops. */
export const SERVER = token<ListeningServer & { readonly events: EventStreams }>('server');

/** Server of the operational routes, including `/metrics`, at a separate address; undefined if the main server has them. */
const METRICS_SERVER = token<ListeningServer | undefined>('metrics-server');

/** The event streams of all areas. */
const EVENTS = token<EventStreams>('event-streams');
/** Watch of the replicas; undefined if there are none. */
const REPLICA_WATCH = token<(() => Promise<void>) | undefined>('replica-watch');
const AREAS = token<readonly Area[]>('areas');
const APP = token<RequestListener>('app');

/** Parts that the module has from the process. */
interface HttpParts {
  readonly claimed: ClaimedPorts;
  readonly ownOrigins: OwnOrigins;
  readonly counts?: SharedCounts | undefined;
}

/** Module of the areas, the app that serves them, and the server. Without the role `api`, only the operational routes are served. */
export const httpModule = (config: Config, { claimed, ownOrigins, counts }: HttpParts): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const isApi = config.roles.includes('api');
    const served = isApi ? config.areas : [];
    bind(EVENTS).toConstantValue(new EventStreams(config.eventStreams, undefined, counts));
    const { corsOrigins } = config;
    bind(AREAS).toResolvedValue(
      (core, clock, registry, storage, events, state, sent) => {
        const stored = new StoredPerAddress(clock, config.addressQuotas, counts);
        const streams = { atATime: config.listStreams };
        const areas: Readonly<Record<AreaName, () => Area>> = {
          swap: () =>
            swapArea(core, {
              ...{ clock, corsOrigins, stored, streams, events },
              ...(storage.replicas && { positions: storage.replicas.positions }),
              onEventSent: (event) => sent.passed('stream', event),
            }),
          prices: () =>
            pricesArea(core, {
              clock,
              events,
              corsOrigins: config.pricesOrigins,
              embed: readEmbedFiles(new URL('embed/', webFolder())),
            }),
          legacy: () => {
            const requestsPerMinute = config.legacyRateLimit;
            const ping = recentFlight(() => storage.ping(), { clock, maxAgeMs: STATE_MAX_AGE_MS });
            const prices = { requestsPerMinute, counts, corsOrigins: config.pricesOrigins };
            return legacyArea(core, { clock, registry, ping, ...prices });
          },
          metadata: () => metadataArea(core, { clock, origins: config.metadataOrigins, stored }),
          vaults: () => vaultsArea(core, { clock, corsOrigins }),
          operator: () => operatorArea(core, { clock, state, corsOrigins }),
        };
        return served.map((name) => areas[name]());
      },
      [CORE, PORT.clock, PORT.registry, STORAGE, EVENTS, PROCESS_STATE, EVENT_METRICS],
    );
    bind(APP).toResolvedValue(
      (areas, readiness, clock, logger, metrics, nodeUrl, processId, traces, { replicas }) => {
        const described = { areas: describeAreas(served), version: programVersion() };
        const countShed = shedMetrics(metrics.registry);
        const logShed = countingLog(logger, 'requests beyond what the process can serve were turned away');
        const app = createApp({
          areas,
          corsOrigins,
          hosts: config.hosts,
          trustProxy: config.trustProxy,
          rates: config.rates,
          counts,
          build: programBuild(),
          admission: new Admission({
            shedAfterMs: config.shedAfterMs,
            run: (priority, start) => (priority === 'urgent' ? asUrgentWork : asCallersWork)(start),
            onShed: (priority) => {
              countShed(priority);
              logShed();
            },
          }),
          clock,
          requestIds: numberedIds(processId),
          logger,
          logAddresses: config.logAddresses,
          ...(traces && { traceOf: traces.idOf }),
          readiness,
          positions: replicas?.positions,
          // Callers share one request to the devnet at a time, however many they are.
          devnet: config.network === 'devnet' ? freshFlight(() => describeDevnet(nodeUrl)) : undefined,
          metrics: config.metricsAddress === undefined ? metrics : undefined,
          openApi: openApiDocument(described),
          words: { llmsIndex: () => llmsIndex(described), llmsText: () => llmsText(described) },
          page: isApi ? pageOf(config, nodeUrl) : undefined,
          about: { version: described.version, areas: described.areas.filter(({ mount }) => mount !== '') },
        });
        const hosted = areas.map((area) => ({ ...area, host: config.hosts[area.name as AreaName] }));
        const measured = httpMetrics(metrics.registry, hosted)(app);
        return traces?.requests({ operationOf, probes: PROBES })(measured) ?? measured;
      },
      [AREAS, READINESS, PORT.clock, LOG, METRICS, NODE_URL, PROCESS_ID, TRACES, STORAGE],
    );
    bindResource(bind, REPLICA_WATCH, {
      needs: [STORAGE, LOG, METRICS],
      open: async ({ replicas }, log, { registry }) => {
        if (replicas === undefined) return undefined;
        replicaMetrics(registry, replicas);
        return watchReplicas(replicas, { urls: replicasFor(config), log });
      },
      close: (stop) => stop?.(),
    });
    bindResource(bind, METRICS_SERVER, {
      needs: [READINESS, PORT.clock, METRICS, LOG, STATE_METRICS],
      open: (readiness, clock, metrics, log, _state) => {
        const { metrics: server } = claimed;
        if (server === undefined) return undefined;
        const app = createApp({
          areas: [],
          clock,
          build: programBuild(),
          requestIds: randomUUID,
          readiness,
          metrics,
        });
        server.serve((req, res) => asUrgentWork(() => app(req, res)));
        log.info({ url: server.url }, 'serving metrics');
        return server;
      },
      close: async (server) => server && closeServer(server),
    });
    bindResource(bind, SERVER, {
      needs: [APP, CORE, START_UP, EVENTS, LOG, METRICS_SERVER, REPLICA_WATCH, BACKGROUND_WORK],
      open: async (app, core, startUp, events, log, _metrics, _replicas, _work) => {
        if (isApi) {
          startUp.begin('reading reserves from the chain');
          await core.quotes.warmUp();
        }
        core.database.onDisplaced(({ isWhole }) => (isWhole ? events.reopen() : events.resync()));
        claimed.server.serve(
          isApi && config.mcp ? await servingAgents(app, core, config, { log, ownOrigins }) : app,
        );
        await claimed.listen?.();
        return { ...claimed.server, events };
      },
      close: async (opened) => {
        opened.events.close();
        await closeServer(opened);
      },
    });
  });

/** The app with MCP for agents. Its code is loaded only where it is on. */
async function servingAgents(
  app: RequestListener,
  { vaults }: Pick<Core, 'vaults'>,
  { areas, trustProxy }: Config,
  { log, ownOrigins }: Pick<HttpParts, 'ownOrigins'> & { readonly log: Pick<Logger, 'warn'> },
): Promise<RequestListener> {
  const [{ withMcp }, { docsIn }, { mcpTools }] = await Promise.all([
    import('../mcp/http.js'),
    import('../mcp/doc-resources.js'),
    import('../mcp/tools.js'),
  ]);
  return withMcp(app, {
    tools: mcpTools(areas),
    docs: docsIn(docsFolder()),
    version: programVersion(),
    facts: () => vaults.registry(),
    origins: ownOrigins.list,
    trustProxy,
    // Only the name: the message of an unexpected error may quote an argument.
    onFailure: (error) =>
      log.warn({ error: error instanceof Error ? error.name : typeof error }, 'a call over MCP failed'),
  });
}

/**
 * The page for people, if configured. Wherever it is served, its calls reach the areas: at paths relative to it, or on an area's
 * own host if pages of every origin may call that.
 */
function pageOf(
  { pagePath, hosts: all, corsOrigins, pricesOrigins, network, ...defaults }: Config,
  nodeUrl: string,
) {
  if (pagePath === undefined) return undefined;
  const { metadata: _ofListedOrigins, ...others } = all;
  const { prices: _prices, legacy: _legacy, ...withoutPrices } = others;
  const open = pricesOrigins === '*' ? others : withoutPrices;
  const hosts = corsOrigins === '*' ? open : {};
  const service = pagePath === '/' ? '.' : pagePath.replace(/\/[^/]+/g, '../').slice(0, -1);
  return {
    path: pagePath,
    router: webPage({
      folder: fileURLToPath(webFolder()),
      version: programVersion(),
      service,
      hosts,
      // The keys of demo wallets are the page's, which therefore sends their transactions.
      stacksApiUrl: network === 'devnet' ? nodeUrl : undefined,
      defaults,
    }),
  };
}

async function describeDevnet(nodeUrl: string): Promise<object> {
  const response = await fetch(new URL('/devnet', nodeUrl), { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`the devnet responded with status ${response.status}`);
  return (await response.json()) as object;
}
