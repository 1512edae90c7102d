import type { ProcessState, Readiness } from '../../adapters/express/index.js';
import type { Core } from '../../application/core.js';
import { recentFlight } from '../../application/shared/single-flight.js';
import type { Clock } from '../../ports/index.js';
import { blockCheckMs, type Config } from './config.js';
import { programVersion } from './installation.js';
import type { ProcessWatch } from './process-watch.js';
import { inTime } from './readiness.js';
import type { RecentProblems } from './recent-problems.js';

interface StateNeeds {
  readonly core: Pick<Core, 'market'>;
  readonly clock: Clock;
  readonly readiness: () => Promise<Readiness>;
  readonly watch: ProcessWatch;
  readonly problems: RecentProblems;
  readonly config: Pick<Config, 'roles' | 'stacksApiRpm' | 'processes' | 'stacksFallbackUrls'>;
  readonly id: string;
}

/** Maximum age of the newest block in the state, ms, if requests are limited: reading it takes two requests. */
const BLOCK_MAX_AGE_MS = 10_000;

/** Returns a function that reads this process's state for the operator's status. */
export function processStateOf(needs: StateNeeds): () => Promise<ProcessState> {
  const { core, clock, readiness, watch, problems, config, id } = needs;
  const startedAt = clock.now();
  const isLimited = config.stacksApiRpm !== undefined;
  const maxAgeMs = Math.max(isLimited ? BLOCK_MAX_AGE_MS : 0, blockCheckMs(config));
  const readBlock = recentFlight(core.market.newestBlock, { clock, maxAgeMs });
  const process = { id, startedAt, version: programVersion(), roles: config.roles };
  return async () => {
    const [health, [block]] = await Promise.all([readiness(), Promise.allSettled([inTime(readBlock())])]);
    const newest =
      block.status === 'fulfilled' && block.value.ok
        ? { height: block.value.value.blockHeight, at: new Date(block.value.value.blockTime * 1_000) }
        : undefined;
    return {
      process,
      health,
      node: { ...watch.node(), newest, hosts: 1 + config.stacksFallbackUrls.length },
      executor: { isRunning: config.roles.includes('executor'), ...watch.executor() },
      problems: problems.list(),
    };
  };
}
