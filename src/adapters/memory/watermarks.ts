import { isDormant } from '../../domain/order/order.js';
import { trailPlaceOf } from '../../domain/order/conditions/conditions.js';
import {
  groupName,
  type GridPoint,
  type ReachedTrails,
  type TrailGroup,
} from '../../domain/order/conditions/marks.js';
import type { TrailPlace } from '../../domain/order/conditions/trail.js';
import type { GroupMarks, NewMark, Watermarks } from '../../ports/watermarks.js';
import type { Session, Tables } from './tables.js';

export class InMemoryWatermarks implements Watermarks {
  constructor(private readonly session: Session) {}

  groups(): Promise<readonly TrailGroup[]> {
    return this.session.read((tables) => [...groupsOf(tables).values()]);
  }

  list(): Promise<readonly GroupMarks[]> {
    return this.session.read((tables) =>
      [...groupsOf(tables)].map(([name, group]) => ({ group, marks: tables.marks.get(name) ?? [] })),
    );
  }

  raise(added: readonly NewMark[], before: GridPoint): Promise<void> {
    return this.session.write(({ marks }) => {
      for (const { group, mark } of added) {
        const name = groupName(group);
        const known = marks.get(name) ?? [];
        const isKnown = known.some(({ at, level }) => at === mark.at && level >= mark.level);
        const kept = known.filter(({ at, level }) => at > mark.at || level > mark.level || isKnown);
        marks.set(name, isKnown ? kept : [...kept, mark]);
      }
      for (const [name, known] of [...marks.entries()])
        marks.set(
          name,
          known.filter(({ at }) => at >= before),
        );
    });
  }

  trigger(reached: readonly ReachedTrails[]): Promise<void> {
    return this.session.write((tables) => {
      for (const [uuid] of [...tables.reachedStops.entries()]) tables.reachedStops.delete(uuid);
      for (const { uuid, place } of trailing(tables))
        if (reached.some((each) => hasReached(place, each))) tables.reachedStops.set(uuid, true);
    });
  }
}

const trailing = ({ orders }: Tables) =>
  [...orders.values()].flatMap((order) => {
    const place = trailPlaceOf(order);
    const isLive = (order.status === 'open' && !isDormant(order)) || order.status === 'broadcasted';
    return place !== undefined && isLive ? [{ uuid: order.terms.uuid, place }] : [];
  });

const groupsOf = (tables: Tables): ReadonlyMap<string, TrailGroup> =>
  new Map(trailing(tables).map(({ place: { group } }) => [groupName(group), group]));

const hasReached = ({ group, since, trail, activation }: TrailPlace, reached: ReachedTrails): boolean =>
  groupName(group) === groupName(reached.group) &&
  since > reached.after &&
  since <= reached.until &&
  trail <= reached.trail &&
  activation <= reached.mark;
