import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createApp } from '../../../adapters/express/index.js';
import { systemPorts } from '../../../adapters/system/index.js';
import type { Devnet, PreparedDevnet } from '../../devnet/index.js';
import { announce } from '../announce.js';
import { startingResponses } from '../claimed-ports.js';
import type { Config } from '../config.js';
import { openDevnet } from '../embedded-devnet.js';
import { closeServer, openServer, type ListeningServer } from '../http-server.js';
import { isOnTerminal, logBuild, openLog } from '../log.js';
import { StartUp } from '../start-up.js';
import { stopOnSignals } from '../stop.js';
import { CountExchange } from './peer-counts.js';
import { slotsOf, type Slot } from './slots.js';
import { WorkerPool, type Worker } from './worker-pool.js';
import { askOf, forkWorker } from './worker-process.js';
import { WorkersWatch } from './workers-watch.js';

interface SuperviseOptions {
  readonly verbose?: boolean;
  readonly prepared?: PreparedDevnet | undefined;
}

/**
 * Runs the server in several processes: workers that share its port, and this one, which replaces workers that end, and owns what
 * there is once: the embedded devnet, and the address of the metrics. Resolves when all workers work.
 */
export async function supervise(
  config: Config,
  { verbose = false, prepared }: SuperviseOptions,
): Promise<void> {
  const log = openLog(verbose ? 'trace' : config.logLevel);
  logBuild(log);
  const { clock } = systemPorts();
  const startUp = new StartUp(log);
  const closing = new AbortController();
  const begin: { url: string; nodeUrl: string | undefined } = { url: '', nodeUrl: undefined };
  const watch: WorkersWatch = new WorkersWatch(() => pool);
  const exchange = new CountExchange();
  const fork = (slot: Slot): Worker => {
    const worker = forkWorker(slot, verbose ? ['--verbose'] : []);
    const ask = askOf(worker);
    watch.add(worker);
    exchange.add(worker);
    return {
      ...worker,
      claim: () => ask('claim'),
      begin: () => ask('begin', begin),
      leave: async () => {
        await watch.leave(worker);
        worker.stop();
      },
    };
  };
  const slots = slotsOf(config.roles, config.workers);
  const pool = new WorkerPool({ slots, fork, log, onLost: (error) => stop({ error }) });
  let devnet: Devnet | undefined;
  let metrics: ListeningServer | undefined;
  const stop = stopOnSignals(log, async () => {
    closing.abort(new Error('the server is stopping'));
    await pool.close();
    await devnet?.stop();
    if (metrics !== undefined) await closeServer(metrics);
  });
  onHangUp(() => (isOnTerminal() ? stop({ signal: 'SIGHUP' }) : void pool.roll()));
  try {
    const { metricsAddress } = config;
    metrics =
      metricsAddress &&
      (await openServer(startingResponses(config, { clock, startUp }), metricsAddress, log, {
        names: 'SLUICE_METRICS_ADDR',
      }));
    await pool.open(async (first) => {
      // Before anything is opened, so that a second server with the same port ends here.
      begin.url = await first.claim();
      devnet = await openDevnet(config, {
        ...{ log: log.child({ part: 'chain' }), startUp, prepared },
        ...{ showKeys: verbose, signal: closing.signal },
      });
      begin.nodeUrl = devnet?.stacksApiUrl;
      void devnet?.exited.then(({ code, signal }) => {
        if (!closing.signal.aborted) stop({ error: new Error(`the devnet ended with ${signal ?? code}`) });
      });
    });
    if (metrics !== undefined) serveMetrics(metrics, watch, log);
    announce(config, begin.url, log, { workers: config.workers });
  } catch (error) {
    stop({ error });
  }
}

const onHangUp = (listener: () => void) => process.on('SIGHUP', listener);

function serveMetrics(server: ListeningServer, { readiness, metrics }: WorkersWatch, log: Logger): void {
  const { clock } = systemPorts();
  void server.serve(createApp({ areas: [], clock, requestIds: randomUUID, readiness, metrics }));
  log.info({ url: server.url }, 'serving metrics');
}
