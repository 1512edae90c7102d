import type { OrderUuid } from '../../domain/order/ids.js';
import type { ParentOutputs } from '../../domain/order/report/execution-report.js';
import type { SwapOutcome } from '../../domain/order/report/outcome.js';
import type { BlockRef } from '../../domain/order/swap-transaction.js';
import { ok } from '../../domain/shared/result.js';
import type { ChainRead, FeedEvent, Ports } from '../../ports/index.js';
import {
  factsOf,
  isOutcomeOf,
  minedOrder,
  outcomeOf,
  pricesAt,
  type MinedOrder,
  type OutcomePorts,
} from './make-outcome.js';
import type { ReadParent } from './read-parent.js';

/** Number of events to read at a time. */
const BATCH = 50;

const CURSOR_LOCK = 'execution-report-cursor';

/** Time (ms) after which a fill is reported without the outputs at its parent block, if they still cannot be read. */
const PATIENCE_MS = 10 * 60_000;

/** Result of a pass: the numbers of outcomes that were stored and deleted. */
export interface ReportedFills {
  readonly stored: number;
  readonly deleted: number;
}

interface Needs extends OutcomePorts, Pick<Ports, 'clock' | 'executionReports' | 'feed' | 'unitOfWork'> {
  /** Absent if parent blocks cannot be read. */
  readonly readParent: ReadParent | undefined;
}

/**
 * Makes the outcomes of swaps that were mined since the last pass, and deletes those of swaps whose block is no longer canonical.
 * Settlement neither waits for it nor fails by it. It follows the feed of events, and stores outcomes together with its place in it,
 * so that a restart loses and repeats nothing. Stops at the first failed read of the chain; the next pass continues there.
 */
export type ReportFills = () => ChainRead<ReportedFills>;

export function makeReportFills(needs: Needs): ReportFills {
  const { clock, events, executionReports, feed, orders, readParent, swaps, unitOfWork } = needs;

  /** The outputs at the parent of the fill's block; undefined if they cannot be read any longer. */
  const parentOf = async (
    order: MinedOrder & { readonly status: 'confirmed' },
    block: BlockRef,
  ): ChainRead<ParentOutputs | undefined> => {
    if (readParent === undefined) return ok(undefined);
    const { inputToken: tokenIn, outputToken: tokenOut } = order.terms;
    const { executedAmountIn: amountIn, executedAmountOut: executed, txid, quote } = order;
    const request = { tokenIn, tokenOut, amountIn };
    const read = await readParent({ request, swap: { txid, quote }, block, executed });
    const isOld = clock.now().getTime() - order.confirmedAt.getTime() > PATIENCE_MS;
    if (read.ok || !isOld) return read;
    return ok({ blockHeight: block.blockHeight - 1, inexact: 'unread' });
  };

  const outcomeFor = async (order: MinedOrder): ChainRead<SwapOutcome> => {
    const { terms, txid, blockHeight, blockTime } = order;
    const log = await events.list(terms.uuid);
    const block = (await swaps.findByTxid(txid))?.block ?? { blockHeight, blockTime };
    if (order.status === 'failed') return ok(outcomeOf(order, block, log, undefined));
    const parent = await parentOf(order, block);
    if (!parent.ok) return parent;
    const prices = await pricesAt(needs, [terms.inputToken, terms.outputToken], blockTime);
    const facts = {
      ...factsOf(order, log),
      ...(parent.value !== undefined && { parent: parent.value }),
      ...(prices !== undefined && { prices }),
    };
    return ok(outcomeOf(order, block, log, facts));
  };

  /**
   * Stores the outcomes with the place up to which they were made, unless another process has moved it meanwhile. An order that has
   * changed since it was read is left to its next event.
   */
  const store = async (
    from: number | undefined,
    last: FeedEvent | number,
    changes: ReadonlyMap<OrderUuid, SwapOutcome | undefined>,
  ): Promise<ReportedFills> => {
    const made = [...changes.values()].filter((outcome) => outcome !== undefined);
    const gone = [...changes].flatMap(([uuid, outcome]) => (outcome === undefined ? [uuid] : []));
    const stored = await unitOfWork.run<ReportedFills, never>(async (storage) => {
      const nothing = ok({ stored: 0, deleted: 0 });
      await storage.lock(CURSOR_LOCK);
      if ((await storage.executionReports.cursor()) !== from) return nothing;
      const current = new Map(
        (await storage.orders.findMany(made.map(({ uuid }) => uuid))).map((order) => [
          order.terms.uuid,
          order,
        ]),
      );
      const valid = made.filter((outcome) => isOutcomeOf(outcome, current.get(outcome.uuid)));
      await storage.executionReports.delete(gone);
      await storage.executionReports.save(valid);
      await storage.executionReports.moveCursor(typeof last === 'number' ? last : last.position);
      return ok({ stored: valid.length, deleted: gone.length });
    });
    return stored.ok ? stored.value : { stored: 0, deleted: 0 };
  };

  return async () => {
    const cursor = await executionReports.cursor();
    // Blocks from before the first pass are too old to be read for every fill.
    if (cursor === undefined) {
      await store(undefined, await feed.newest(), new Map());
      return ok({ stored: 0, deleted: 0 });
    }
    const read = await feed.read({ after: cursor, limit: BATCH });
    const changes = new Map<OrderUuid, SwapOutcome | undefined>();
    let done: FeedEvent | undefined;
    let failure: Awaited<ReturnType<typeof outcomeFor>> | undefined;
    for (const event of read) {
      if (ENDING.has(event.type)) {
        const order = await orders.findById(event.uuid);
        const mined = order && minedOrder(order);
        const outcome = mined && (await outcomeFor(mined));
        if (outcome?.ok === false) {
          failure = outcome;
          break;
        }
        changes.set(event.uuid, outcome?.value);
      } else if (UNDOING.has(event.type)) changes.set(event.uuid, undefined);
      done = event;
    }
    const stored = done === undefined ? { stored: 0, deleted: 0 } : await store(cursor, done, changes);
    return failure?.ok === false ? failure : ok(stored);
  };
}

/** Events after which an order may have an outcome, and those after which it has none. */
const ENDING: ReadonlySet<string> = new Set(['confirmed', 'failed']);
const UNDOING: ReadonlySet<string> = new Set(['orphaned', 'corrected', 'reopened']);
