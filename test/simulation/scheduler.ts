import type { Random } from './random.js';

/** One life of a process, from its start to its end. Promises that it awaits at its end are never resolved. */
export class Life {
  isOver = false;
  /** Called before each of its turns. Returns whether it still lives. */
  onTurn = (): boolean => true;
  private end = () => {};
  readonly ended = new Promise<void>((resolve) => (this.end = resolve));

  constructor(readonly name: string) {}

  die(): void {
    this.isOver = true;
    this.end();
  }
}

interface Turn {
  readonly life: Life;
  readonly label: string;
  readonly go: () => void;
}

/** Decides, from the seed, which waiting call continues. */
export class Scheduler {
  private turns: Turn[] = [];

  constructor(private readonly random: Random) {}

  get isIdle(): boolean {
    return this.turns.length === 0;
  }

  /** Resolves when it is the caller's turn, or never if its process has died. */
  turn(life: Life, label: string): Promise<void> {
    if (life.isOver) return new Promise(() => {});
    return new Promise((go) => this.turns.push({ life, label, go }));
  }

  /** Lets one call continue and returns the call's name. */
  step(): string {
    const place = this.random.below(this.turns.length);
    const turn = this.turns[place]!;
    this.turns[place] = this.turns.at(-1)!;
    this.turns.pop();
    if (turn.life.onTurn()) turn.go();
    return `${turn.life.name} ${turn.label}`;
  }

  drop(life: Life): void {
    this.turns = this.turns.filter((turn) => turn.life !== life);
  }
}
