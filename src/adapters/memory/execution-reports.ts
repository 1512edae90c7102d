import type { OrderUuid } from '../../domain/order/ids.js';
import {
  dayOfBlock,
  figuresOf,
  type OutcomeFigures,
  type SwapOutcome,
} from '../../domain/order/report/outcome.js';
import type { ExecutionReports } from '../../ports/execution-reports.js';
import type { Session } from './tables.js';

const CURSOR = 'order-events';

export class InMemoryExecutionReports implements ExecutionReports {
  constructor(private readonly session: Session) {}

  cursor(): Promise<number | undefined> {
    return this.session.read(({ reportCursor }) => reportCursor.get(CURSOR));
  }

  moveCursor(position: number): Promise<void> {
    return this.session.write(({ reportCursor }) => void reportCursor.set(CURSOR, position));
  }

  save(outcomes: readonly SwapOutcome[]): Promise<void> {
    const copies = structuredClone(outcomes);
    return this.session.write(({ swapOutcomes }) => {
      for (const outcome of copies) swapOutcomes.set(outcome.uuid, outcome);
    });
  }

  delete(uuids: readonly OrderUuid[]): Promise<void> {
    return this.session.write(({ swapOutcomes }) => uuids.forEach((uuid) => swapOutcomes.delete(uuid)));
  }

  find(uuids: readonly OrderUuid[]): Promise<ReadonlyMap<OrderUuid, SwapOutcome>> {
    return this.session.read(({ swapOutcomes }) => {
      const found = new Map<OrderUuid, SwapOutcome>();
      for (const uuid of uuids) {
        const outcome = swapOutcomes.get(uuid);
        if (outcome !== undefined) found.set(uuid, outcome);
      }
      return found;
    });
  }

  figuresOf(day: number, limit: number): Promise<readonly OutcomeFigures[]> {
    return this.session.read(({ swapOutcomes }) =>
      [...swapOutcomes.values()]
        .filter(({ block }) => dayOfBlock(block) === day)
        .sort((a, b) => b.block.blockHeight - a.block.blockHeight || (a.uuid < b.uuid ? -1 : 1))
        .slice(0, limit)
        .map(figuresOf),
    );
  }
}
