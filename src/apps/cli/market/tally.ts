/** Outcomes of the swaps so far. */
export class Tally {
  confirmed = 0;
  private readonly failures = new Map<string, number>();
  private readonly refusals = new Map<string, number>();

  /** Counts a swap that the chain aborted, or that ended without being mined. */
  failed(reason: string): void {
    count(this.failures, reason);
  }

  /** Counts an order that the server refused to accept or to execute. */
  refused(reason: string): void {
    count(this.refusals, reason);
  }

  /** The counts in short form, such as `12 confirmed, 1 failed`. */
  short(): string {
    const [failed, refused] = [sum(this.failures), sum(this.refusals)];
    const others = [failed > 0 && `${failed} failed`, refused > 0 && `${refused} refused`];
    return [`${this.confirmed} confirmed`, ...others.filter((each) => each !== false)].join(', ');
  }

  /** A line for each outcome except confirmation, with its reasons. */
  reasons(): readonly string[] {
    const line = (what: string, reasons: ReadonlyMap<string, number>) =>
      reasons.size === 0
        ? []
        : [`${what}: ${[...reasons].map(([reason, times]) => `${times} × ${reason}`).join(', ')}`];
    return [...line('failed', this.failures), ...line('refused', this.refusals)];
  }
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, each) => total + each, 0);
