import type { Container } from 'inversify';
import { closeContainer, STORAGE } from '../../../adapters/inversify/index.js';
import { systemPorts } from '../../../adapters/system/index.js';
import { BACKGROUND_WORK } from '../../run/background-module.js';
import { StartError } from '../../run/start-error.js';
import { claimPorts, type ClaimedPorts } from '../claimed-ports.js';
import type { Config } from '../config.js';
import { TIMES } from '../connections.js';
import { serverContainer } from '../container.js';
import { SERVER } from '../http-module.js';
import { closeServer, drainServer, prepareServer } from '../http-server.js';
import { openLog } from '../log.js';
import { metricsOfBuild } from '../observation-module.js';
import { OwnOrigins } from '../own-origins.js';
import { RecentProblems } from '../recent-problems.js';
import { StartUp } from '../start-up.js';
import { OWN_STATE, READINESS, STATE_METRICS } from '../state-module.js';
import { stopOnSignals } from '../stop.js';
import { Channel, type Link } from './channel.js';
import type { OthersState } from './merged-state.js';
import type { Answers, Begin } from './messages.js';
import { PeerCounts } from './peer-counts.js';
import { isServing, slotsOf } from './slots.js';

/** Time after which a worker that leaves ends its connections, ms: later than callers that keep idle ones end those. */
const LEAVE_LIMIT_MS = TIMES.keepAliveTimeout + 5_000;

interface WorkOptions {
  readonly worker: string;
  readonly verbose?: boolean;
}

/** Runs a worker of a supervisor, which tells it when to begin and when to leave. */
export async function work(config: Config, { worker: name, verbose = false }: WorkOptions): Promise<void> {
  const slot = slotsOf(config.roles, config.workers).find((each) => each.name === name);
  if (slot === undefined || process.send === undefined)
    throw new StartError('--worker is only for the processes that SLUICE_WORKERS starts');
  // A terminal that closes sends this signal to all processes, and the supervisor decides.
  process.on('SIGHUP', () => undefined);
  const supervisor = new Channel(process as Link);
  const problems = new RecentProblems();
  const log = openLog(verbose ? 'trace' : config.logLevel, process.stdout, problems.take);
  const startUp = new StartUp(log);
  const ownOrigins = new OwnOrigins(config);
  const metrics = metricsOfBuild();
  const counts = new PeerCounts(supervisor);
  const own = { ...config, ...shareOf(config), roles: slot.roles };
  let claimed: ClaimedPorts | undefined;
  let container: Container | undefined;
  const stop = stopOnSignals(log, async () => {
    if (container !== undefined) await closeContainer(container);
    await claimed?.close();
  });
  /** Ends the process if a step fails, as it ends one that a person starts. */
  const step = <In, Out>(name: string, take: (body: In) => Promise<Out>) =>
    supervisor.handle(name, (body: In) =>
      take(body).catch((error: unknown) => {
        stop({ error });
        throw error;
      }),
    );

  step<void, string>('claim', async () => {
    const { clock } = systemPorts();
    claimed = await claimPorts({ ...own, metricsAddress: undefined }, { log, clock, startUp, counts });
    return claimed.server.url;
  });
  step<Begin, void>('begin', async ({ url, nodeUrl }) => {
    ownOrigins.listening(url);
    if (isServing(slot)) claimed ??= await claimLater(own, { url, log, counts });
    container = serverContainer(
      { ...own, stacksApiUrl: nodeUrl ?? config.stacksApiUrl },
      {
        ...{
          log,
          problems,
          startUp,
          ownOrigins,
          claimed,
          counts,
          isCaretaker: slot.isCaretaker,
          showKeys: false,
        },
        metrics: () => ({ ...metrics, text: () => supervisor.ask<string>('metrics') }),
        others: () => supervisor.ask<OthersState>('others'),
        onLost: (error) => stop({ error }),
      },
    );
    await container.getAsync(STORAGE);
    await container.getAsync(isServing(slot) ? SERVER : BACKGROUND_WORK);
    await container.getAsync(STATE_METRICS);
    const readiness = await container.getAsync(READINESS);
    supervisor.handle('readiness', readiness);
    supervisor.handle('state', await container.getAsync(OWN_STATE));
  });
  const count = () => metrics.registry.getMetricsAsJSON();
  supervisor.handle<void, Answers['count']>('count', count);
  step<void, Answers['leave']>('leave', async () => {
    log.info({ worker: name }, 'leaving: another worker has taken over');
    if (claimed !== undefined) await drainServer(claimed.server, LEAVE_LIMIT_MS);
    if (container !== undefined) await closeContainer(container);
    return count();
  });
}

/** Limits of the whole server that each worker has a part of: connections go to the workers in turn. */
const shareOf = ({ maxConnections, eventStreams, workers }: Config) => ({
  maxConnections: Math.ceil(maxConnections / workers),
  eventStreams: { ...eventStreams, atATime: Math.ceil(eventStreams.atATime / workers) },
});

interface LaterOptions {
  readonly url: string;
  readonly log: Parameters<typeof prepareServer>[1];
  readonly counts: PeerCounts;
}

/** A server at the address of the settings that listens only once the worker can serve: callers then never meet one that cannot. */
async function claimLater(config: Config, { url, log, counts }: LaterOptions): Promise<ClaimedPorts> {
  const prepared = await prepareServer(config, log, { counts });
  return {
    server: { ...prepared, url },
    metrics: undefined,
    listen: prepared.listen,
    close: () => closeServer(prepared),
  };
}
