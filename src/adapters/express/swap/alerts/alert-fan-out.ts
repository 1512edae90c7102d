import type { Core } from '../../../../application/core.js';
import { ALERT_FIRED, type FiredAlert } from '../../../../domain/alert/alert.js';
import type { Address } from '../../../../domain/shared/address.js';
import { eventBytes, type EventStream } from '../../streams/event-stream.js';
import type { EventStreams } from '../../streams/event-streams.js';
import { ALERT } from './alert-shape.js';

/** Number of firings read at a time. */
const PAGE = 200;

/** A stream of an owner's alerts. */
interface Follower {
  readonly stream: EventStream;
  readonly owner: Address;
  /** Time of the last firing that it has, Unix milliseconds. */
  seen: number;
}

const timeOf = ({ firing }: FiredAlert): number => firing.at.getTime();

const bytesOf = (alert: FiredAlert): Buffer =>
  eventBytes(ALERT_FIRED, JSON.stringify({ alert: ALERT.write(alert) }), String(timeOf(alert)));

/**
 * Sends firings of alerts to the streams of the process. While there are streams, each second reads what fired since, once for all of
 * them. Reads and sends happen one after another, so no stream gets a firing twice, or an earlier one after a later one.
 */
export class AlertFanOut {
  private readonly followers = new Set<Follower>();
  private last: Promise<unknown> = Promise.resolve();
  /** Time up to which every firing was passed on, Unix milliseconds. */
  private position = 0;
  private isReading = false;
  private hasFailed = false;

  constructor(
    private readonly alerts: Core['alerts']['follow'],
    streams: EventStreams,
  ) {
    streams.onSecond(() => this.passOn());
  }

  /** Sends what the owner's alerts have fired after that time, Unix milliseconds, and then each firing. Without a time, only later ones. */
  async follow(stream: EventStream, owner: Address, after: number | undefined): Promise<void> {
    await this.inTurn(async () => {
      const newest = (await this.alerts.newest())?.getTime() ?? 0;
      if (this.followers.size === 0) this.position = newest;
      const follower: Follower = { stream, owner, seen: after ?? newest };
      for (let page: readonly FiredAlert[] | undefined; page?.length !== 0;) {
        page = await this.alerts.after(new Date(follower.seen), PAGE, owner);
        for (const alert of page) this.send(follower, alert);
      }
      stream.send(eventBytes('synced', '{}', String(follower.seen)));
      if (stream.isClosed) return;
      this.followers.add(follower);
      stream.onClose(() => this.followers.delete(follower));
    });
  }

  private passOn(): void {
    if (this.followers.size === 0 || this.isReading) return;
    this.isReading = true;
    const reading = this.inTurn(() => this.readOn());
    void reading
      .then(
        () => (this.hasFailed = false),
        (error: unknown) => {
          const [follower] = this.followers;
          // The next second tries again. A long outage of the database is logged once.
          if (!this.hasFailed)
            follower?.stream.log?.warn({ err: error }, 'alerts cannot be read; streams wait');
          this.hasFailed = true;
        },
      )
      .finally(() => (this.isReading = false));
  }

  private async readOn(): Promise<void> {
    for (let isLast = false; !isLast;) {
      const page = await this.alerts.after(new Date(this.position), PAGE);
      for (const alert of page) for (const follower of this.followers) this.send(follower, alert);
      this.position = page.map(timeOf).at(-1) ?? this.position;
      isLast = page.length < PAGE;
    }
  }

  private send(follower: Follower, alert: FiredAlert): void {
    const at = timeOf(alert);
    if (alert.owner !== follower.owner || at <= follower.seen) return;
    follower.seen = at;
    follower.stream.send(bytesOf(alert));
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.last.then(work, work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
