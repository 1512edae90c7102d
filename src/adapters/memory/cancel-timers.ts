import { CLOCK_TOLERANCE_MS, scopeId, type CancelTimer } from '../../domain/cancel-timer/cancel-timer.js';
import type { CancelTimers } from '../../ports/cancel-timers.js';
import { deleteWhere, type Session } from './tables.js';

export class InMemoryCancelTimers implements CancelTimers {
  constructor(private readonly session: Session) {}

  find(id: string): Promise<CancelTimer | undefined> {
    return this.session.read(({ cancelTimers }) => cancelTimers.get(id));
  }

  save(timer: CancelTimer): Promise<void> {
    const copy = structuredClone(timer);
    return this.session.write(({ cancelTimers }) => void cancelTimers.set(scopeId(copy.scope), copy));
  }

  delete(id: string): Promise<void> {
    return this.session.write(({ cancelTimers }) => void cancelTimers.delete(id));
  }

  listDue(now: Date, limit: number): Promise<readonly CancelTimer[]> {
    const latest = now.getTime() + CLOCK_TOLERANCE_MS;
    return this.#list(
      limit,
      ({ armed }) => armed !== undefined && (armed.firesAt <= now || armed.since.getTime() > latest),
      ({ armed }) => armed!.firesAt,
    );
  }

  listEnding(limit: number): Promise<readonly CancelTimer[]> {
    return this.#list(
      limit,
      ({ fired }) => fired?.isEnding === true,
      ({ fired }) => fired!.at,
    );
  }

  deleteFiredBefore(time: Date): Promise<void> {
    return this.session.write(({ cancelTimers }) =>
      deleteWhere(
        cancelTimers,
        ({ armed, fired }) =>
          armed === undefined && (fired === undefined || (!fired.isEnding && fired.at < time)),
      ),
    );
  }

  #list(
    limit: number,
    isListed: (timer: CancelTimer) => boolean,
    timeOf: (timer: CancelTimer) => Date,
  ): Promise<readonly CancelTimer[]> {
    return this.session.read(({ cancelTimers }) =>
      [...cancelTimers.values()]
        .filter(isListed)
        .sort(
          (a, b) =>
            timeOf(a).getTime() - timeOf(b).getTime() || (scopeId(a.scope) < scopeId(b.scope) ? -1 : 1),
        )
        .slice(0, limit),
    );
  }
}
