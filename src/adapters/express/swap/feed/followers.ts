import type { Order } from '../../../../domain/order/order.js';
import type { Reader } from '../../../../domain/order/terms/handle.js';
import type { FeedScope } from '../../../../ports/index.js';
import type { EventStream } from '../../streams/event-stream.js';

/** A stream that follows orders. */
export interface Follower {
  readonly stream: EventStream;
  readonly scope: FeedScope;
  readonly reader: Reader;
  /** Position up to which the follower has everything; undefined while the follower catches up. */
  position: number | undefined;
  /** Position of the newest change that arrived while the follower was catching up. */
  missed: number;
}

/** Followers, grouped by the order, plan or owner that they follow. */
export class Followers {
  private readonly byName = new Map<string, Set<Follower>>();

  add(follower: Follower): void {
    const name = nameOf(follower.scope);
    const there = this.byName.get(name) ?? new Set();
    this.byName.set(name, there.add(follower));
  }

  delete(follower: Follower): void {
    const name = nameOf(follower.scope);
    const there = this.byName.get(name);
    if (there?.delete(follower) === true && there.size === 0) this.byName.delete(name);
  }

  followsOrder(uuid: string): boolean {
    return this.byName.has(`order ${uuid}`);
  }

  of({ terms }: Order): readonly Follower[] {
    const strategyId = terms.strategy?.strategyId;
    const names = [`order ${terms.uuid}`, `owner ${terms.owner}`];
    if (strategyId !== undefined) names.push(`strategy ${strategyId}`);
    return names.flatMap((name) =>
      [...(this.byName.get(name) ?? [])].filter(
        ({ scope }) =>
          !('owner' in scope) || scope.strategyId === undefined || scope.strategyId === strategyId,
      ),
    );
  }
}

const nameOf = (scope: FeedScope): string =>
  'uuid' in scope
    ? `order ${scope.uuid}`
    : 'owner' in scope
      ? `owner ${scope.owner}`
      : `strategy ${scope.strategyId}`;
