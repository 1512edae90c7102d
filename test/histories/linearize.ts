/** Time in which something took effect. */
export interface Interval {
  readonly from: number;
  /** Infinity if it may never have taken effect. */
  readonly to: number;
}

/** Sequential behaviour that concurrent calls are compared with. */
export interface Model<S, C> {
  readonly start: S;
  /** States in which the call may leave this one; none if its answer does not fit. */
  step(state: S, call: C): readonly S[];
  /** States that may follow without any call. */
  drift(state: S): readonly S[];
  /** Whether nothing is left that must happen without an answer. */
  isComplete(state: S): boolean;
  /** Whether the call never changes a state, so that it may take effect as soon as it fits. */
  isRead(call: C): boolean;
  keyOf(state: S): string;
}

/**
 * Whether the calls can be put in one order, each at a moment between its begin and its end, so that every answer is that of the
 * model (Wing and Gong's search, with Lowe's memory of what was tried).
 */
export function isLinearizable<S, C extends Interval>(all: readonly C[], model: Model<S, C>): boolean {
  const calls = all.toSorted((a, b) => a.from - b.from);
  const tried = new Set<string>();
  const open = [{ done: 0n, state: model.start }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { done, state } = place;
    const key = `${done.toString(36)} ${model.keyOf(state)}`;
    if (tried.has(key)) continue;
    tried.add(key);
    const left = [...calls.keys()].filter((n) => (done & (1n << BigInt(n))) === 0n);
    const firstEnd = Math.min(...left.map((n) => calls[n]!.to));
    if (firstEnd === Infinity && model.isComplete(state)) return true;
    const next = left.filter((n) => calls[n]!.from <= firstEnd);
    const fitting = next.find((n) => model.isRead(calls[n]!) && model.step(state, calls[n]!).length > 0);
    for (const n of fitting === undefined ? next : [fitting])
      for (const after of model.step(state, calls[n]!))
        open.push({ done: done | (1n << BigInt(n)), state: after });
    if (fitting === undefined) for (const after of model.drift(state)) open.push({ done, state: after });
  }
  return false;
}

/** The same calls without what the failure does not need: reads that it does without, answers that it does without. */
export function minimal<S, C extends Interval>(
  calls: readonly C[],
  model: Model<S, C>,
  forget: (call: C) => C,
): readonly C[] {
  let least = calls;
  for (const call of calls) {
    const weaker = model.isRead(call)
      ? least.filter((each) => each !== call)
      : least.map((each) => (each === call ? forget(call) : each));
    if (!isLinearizable(weaker, model)) least = weaker;
  }
  return least;
}
