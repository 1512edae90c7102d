import { setTimeout } from 'node:timers/promises';
import { createBlockTrades, RequestBudget } from '../../../adapters/stacks/index.js';
import { withProgress } from '../../../adapters/terminal/index.js';
import { makeBackfillTrades, type BackfillError } from '../../../application/trades/backfill-trades.js';
import type { StorageAccess } from '../../../ports/index.js';
import { withChain, type ChainAccess } from '../../server/chain-access.js';
import { withDatabase } from '../../server/database.js';
import { printResult, type JsonOption } from '../result.js';

export interface BackfillOptions extends JsonOption {
  readonly from: Date;
  /** Requests in any 60 seconds. */
  readonly rpm: number;
}

/** Records trades of blocks before the first recorded one: see docs/reference/prices.md#backfill. */
export const backfillTrades = (options: BackfillOptions): Promise<number> =>
  withChain(undefined, (access) => withDatabase((storage) => backfillWith({ ...access, storage }, options)), {
    budget: new RequestBudget({ perMinute: options.rpm }),
  });

interface Parts extends ChainAccess {
  readonly storage: StorageAccess;
}

async function backfillWith(
  { storage, chain, registry: current }: Parts,
  options: BackfillOptions,
): Promise<number> {
  const registry = { current: () => current };
  const blockTrades = createBlockTrades({ node: chain.as('sending'), registry });
  const step = makeBackfillTrades({ ...storage, registry, blockTrades });
  const done = { blocks: 0, trades: 0, since: undefined as Date | undefined };
  const first = await storage.trades.coverage();
  const span = first === undefined ? 0 : first.first.time - options.from.getTime() / 1000;
  const text = () =>
    `${done.blocks} blocks, ${done.trades} trades, back to ${done.since?.toISOString() ?? 'now'}`;
  await withProgress(async (show) => {
    while (done.since === undefined || done.since > options.from) {
      const next = await step();
      if (!next.ok && waitOf(next.error) !== undefined) await setTimeout(waitOf(next.error));
      else if (!next.ok) throw new Error(explained(next.error));
      else if (next.value.kind === 'at-start') break;
      else {
        done.blocks += 1;
        done.trades += next.value.trades;
        done.since = next.value.time;
        show(
          first === undefined ? 0 : first.first.time - done.since.getTime() / 1000,
          Math.max(span, 1),
          text(),
        );
      }
    }
  });
  printResult(done, options, () => [text()]);
  return 0;
}

const waitOf = (error: BackfillError): number | undefined =>
  error.kind === 'chain-unreachable' ? error.retryAfterMs : undefined;

function explained(error: BackfillError): string {
  switch (error.kind) {
    case 'nothing-recorded':
      return 'no trades are recorded yet: start a server with the role recorder first';
    case 'no-block-trades':
      return 'this program reads no trades';
    case 'chain-differs':
      return `block ${error.height} is not the parent of the first recorded one: is this the chain of the server?`;
    case 'chain-unreachable':
      return `the chain cannot be reached: ${error.reason}; run it again to continue`;
  }
}
