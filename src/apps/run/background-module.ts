import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { bindResource, CORE, PORT, token } from '../../adapters/inversify/index.js';
import { asOwnWork } from '../../adapters/typeorm/database/own-work.js';
import type { Core } from '../../application/core.js';
import type { ExecutorReport } from '../../application/execution/tick/run-executor.js';
import type { Clock } from '../../ports/index.js';
import type { Network } from '../../domain/shared/network.js';
import { startAlerts } from './alert-work.js';
import { startDatabaseWatch } from './database-work.js';
import { startExecution } from './execution-work.js';
import { refuseForeignChain } from './foreign-chain.js';
import { startActivityLog, startBlockFollower, startMaintenance, startTimers } from './housekeeping.js';
import { WORK_LOG, type Log } from './log.js';
import type { Role } from './pace.js';
import { startTokenLogos, startTokenUris } from './token-uri-work.js';
import { startWebhooks } from './webhook-work.js';
import { startListRefresh, startRecorder } from './price-work.js';
import { startTradeRecorder } from './trade-work.js';

type Stop = () => Promise<void>;

interface StartOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly onPass: (report: ExecutorReport) => void;
}

type Start = (core: Core, options: StartOptions) => Stop | Promise<Stop>;

/** Background work of the process. Resolving it starts every worker. */
export const BACKGROUND_WORK = token<unknown>('background-work');

/** Steps that the start waits for, by worker. */
const FIRST_STEPS: ReadonlyMap<string, string> = new Map([
  ['database-watch', 'asking the chain whether the database lacks anything'],
  ['timers', 'ending orders whose timers ran out'],
  ['executor', 'reading from the chain what became of swaps'],
  ['list-refresh', 'reading recorded prices'],
]);

/** Pause in ms between two tokens of a devnet, whose node serves this process alone. */
const DEVNET_TOKENS_MS = 250;

/** Called with each step of the start when the step begins. */
export const STEP_BEGINS = token<(step: string) => void>('step-begins');

/** Called after each executor pass. */
export const PASS_ENDED = token<(report: ExecutorReport) => void>('pass-ended');

export interface WorkSettings {
  readonly roles: readonly Role[];
  /** Maximum time between two executor passes, milliseconds. */
  readonly executorMs: number;
  /** Milliseconds between checks for a new block. */
  readonly blockCheckMs: number;
  readonly network: Network | undefined;
  /** Whether the process deletes what has expired; true when absent. One process of a machine is enough. */
  readonly isCaretaker?: boolean;
}

/**
 * Module of the background workers for the given roles. Each worker starts after the one before it in the list, and stops before
 * that one does.
 */
export const backgroundModule = (settings: WorkSettings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    let previous: ServiceIdentifier<unknown> = CORE;
    for (const [name, start] of workersOf(settings)) {
      const worker = token<Stop>(`worker.${name}`);
      bindResource(bind, worker, {
        needs: [CORE, PORT.clock, WORK_LOG, PASS_ENDED, STEP_BEGINS, previous],
        open: (core, clock, log, onPass, begins, _previous) => {
          const first = FIRST_STEPS.get(name);
          if (first !== undefined) begins(first);
          return asOwnWork(() => start(core, { clock, log, onPass }));
        },
        close: (stop) => asOwnWork(stop),
      });
      previous = worker;
    }
    bind(BACKGROUND_WORK).toService(previous);
  });

/** Milliseconds between looks for trades. Without a block follower in the process, each look is a request of its own. */
const tradeCheckMs = ({ roles, blockCheckMs, network }: WorkSettings): number =>
  roles.includes('api') || network === 'devnet' ? blockCheckMs : Math.max(blockCheckMs, 10_000);

function workersOf(settings: WorkSettings): ReadonlyMap<string, Start> {
  const { roles, executorMs, blockCheckMs, network, isCaretaker = true } = settings;
  const workers = new Map<string, Start>([
    ['database-watch', ({ database }, options) => startDatabaseWatch(database, options)],
  ]);
  if (isCaretaker) {
    workers.set('timers', ({ maintenance }, options) => startTimers(maintenance, options));
    workers.set('maintenance', ({ maintenance }, options) => startMaintenance(maintenance, options));
  }
  workers.set('key-activity', ({ apiKeys }, options) => startActivityLog(apiKeys, options));
  if (roles.includes('api'))
    workers.set('block-follower', ({ market }, options) =>
      startBlockFollower(market, { ...options, intervalMs: blockCheckMs }),
    );
  if (roles.includes('executor'))
    workers.set('executor', async ({ execution }, options) => {
      await refuseForeignChain(execution, { log: options.log, isDevnet: network === 'devnet' });
      return startExecution(execution, { ...options, intervalMs: executorMs });
    });
  if (roles.includes('recorder')) {
    const pace = network === 'devnet' && { intervalMs: DEVNET_TOKENS_MS };
    workers.set('token-uris', ({ metadata }, options) => startTokenUris(metadata, { ...options, ...pace }));
    workers.set('token-logos', ({ metadata }, options) => startTokenLogos(metadata, { ...options, ...pace }));
    workers.set('recorder', ({ prices }, options) => startRecorder(prices, options));
  }
  // Blocks are read once for all processes of a machine.
  if (roles.includes('recorder') && isCaretaker)
    workers.set('trades', ({ trades }, options) =>
      startTradeRecorder(trades, { ...options, intervalMs: tradeCheckMs(settings) }),
    );
  if (roles.includes('recorder'))
    workers.set('alerts', ({ alerts }, options) => startAlerts(alerts, options));
  if (roles.includes('api'))
    workers.set('list-refresh', ({ prices }, options) => startListRefresh(prices, options));
  if (roles.includes('webhooks'))
    workers.set('webhooks', ({ webhooks }, options) => startWebhooks(webhooks.sending, options));
  return workers;
}
