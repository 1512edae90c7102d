import { setInterval, setTimeout } from 'node:timers/promises';
import type { Random } from '../simulation/random.js';
import type { Exchange } from '../support/exchange.js';
import { endClaims } from '../support/executor-runs.js';
import type { TestChain } from '../support/test-chain.js';

const TICK_MS = 200;

const NODE_PATHS = [
  '/v2/info',
  '/v2/accounts/',
  '/v2/contracts/call-read/',
  '/v2/fees/transaction',
  '/v2/transactions',
  '/extended/v1/tx/',
];
const NODE_FAULTS = [
  { mode: 'refuse' },
  { mode: 'delay', ms: 200 },
  { mode: 'cut' },
  { mode: 'accept-then-cut' },
  { mode: 'status', status: 429 },
  { mode: 'status', status: 500 },
];

/** What goes wrong around the servers. */
export class Faults {
  nodeFaults = 0;
  orphanedBlocks = 0;
  pauses = 0;

  constructor(
    private readonly chain: TestChain,
    private readonly exchanges: readonly Exchange[],
    private readonly random: Random,
  ) {}

  /** Mines, disturbs the node, lets it lag, and orphans blocks. */
  async trouble(isOn: () => boolean): Promise<void> {
    const { chain, random } = this;
    for await (const _tick of setInterval(TICK_MS)) {
      if (!isOn()) break;
      if (random.chance(0.7)) await chain.control('/mine', { blocks: 1 });
      if (random.chance(0.05)) {
        await chain.control('/orphan', { blocks: 1 });
        this.orphanedBlocks++;
      }
      if (random.chance(0.4)) {
        const fault = {
          ...random.pick(NODE_FAULTS),
          path: random.pick(NODE_PATHS),
          count: 1 + random.below(3),
        };
        await chain.control('/fault', fault);
        this.nodeFaults++;
      }
      if (random.chance(0.1)) await chain.control('/lag', { path: '/', blocks: random.below(3), every: 2 });
    }
    await chain.control('/lag', { path: '/', blocks: 0 });
  }

  /** Kills a server and starts it again. Another one stands still meanwhile, as if it were cut off, and finds what was done without it. */
  async strike(databaseUrl: string): Promise<void> {
    const { random } = this;
    const victim = random.pick(this.exchanges);
    const other = random.pick(this.exchanges.filter((exchange) => exchange !== victim));
    const pausing = random.chance(0.5) ? this.pause(other) : undefined;
    await this.kill(victim);
    if (random.chance(0.5)) await endClaims(databaseUrl);
    await pausing;
  }

  private async kill(victim: Exchange): Promise<void> {
    await victim.end('SIGKILL');
    await setTimeout(this.random.below(500));
    await victim.start();
  }

  private async pause(victim: Exchange): Promise<void> {
    this.pauses++;
    await victim.sluice().pause(1_000 + this.random.below(4_000));
  }
}
