import { PATHS, type Phase } from '../../src/domain/order/lifecycle/invariants.js';
import type { Call, Feed, OrderHistory, View } from './history.js';
import type { Model } from './linearize.js';

/** Order after a number of its events. */
interface Standing {
  readonly phase: Phase;
  readonly txid?: string | undefined;
  readonly isEnding: boolean;
}

/** State of the model: how much of the log has happened, under which terms, and whether the owner has asked for execution. */
interface State {
  readonly at: number;
  readonly amountIn?: string;
  readonly isAsked: boolean;
}

/** A call, or the effect of an execute alone: from it on, the order may be sent, whatever its caller hears. */
export type Step = Call | (Omit<Call, 'act'> & { readonly act: { readonly kind: 'ask' } });

export const stepsOf = (calls: readonly Call[]): readonly Step[] =>
  calls.flatMap((call): Step[] => {
    const { who, from, to } = call;
    const ask: Step = { who, act: { kind: 'ask' }, from, to: Infinity };
    return [
      ...(call.act.kind === 'execute' ? [ask] : []),
      ...(isRead(call) && to === Infinity ? [] : [call]),
    ];
  });

/** An execute's answer shows the order; its effect is a step of its own. */
const isRead = ({ act: { kind } }: Step): boolean =>
  kind === 'read' || kind === 'heard' || kind === 'execute';

/** Events whose transaction is the one that the order shows from then on. */
const NAMES_SWAP: readonly string[] = ['broadcasted', 'txid-changed', 'confirmed', 'failed', 'orphaned'];
const SENT: readonly Phase[] = ['broadcasted', 'confirmed', 'failed'];
const FINAL: readonly Phase[] = ['confirmed', 'failed', 'cancelled'];

/** The order after each number of its events; a text if the log is no path of the lifecycle. */
export function standingsOf(log: Feed): readonly Standing[] | string {
  const standings: Standing[] = [{ phase: 'none', isEnding: false }];
  for (const [n, { seq, type, facts }] of log.entries()) {
    if (seq !== n + 1) return `event ${n + 1} is numbered ${seq}`;
    const { phase: before, txid, isEnding } = standings[n]!;
    const [places, to] = PATHS[type];
    if (type === 'corrected' || !places.includes(before)) return `it is ${before} and gets the event ${type}`;
    const phase = to ?? before;
    const named = NAMES_SWAP.includes(type) ? (facts['txid'] as string | undefined) : txid;
    standings.push({
      phase,
      txid: SENT.includes(phase) ? named : undefined,
      isEnding: !FINAL.includes(phase) && (isEnding || type === 'cancel-requested'),
    });
  }
  return standings;
}

/** One order as a sequential object: its log says what happened, and the calls must explain it and fit to it. */
export function orderModel(
  { isDue = false, expires = false }: Pick<OrderHistory, 'isDue' | 'expires'>,
  log: Feed,
  standings: readonly Standing[],
): Model<State, Step> {
  const byOwner = (n: number) => log[n]?.type === 'cancelled' && log[n].facts['reason'] === 'owner';

  const shows = ({ at, amountIn }: State, view: View): boolean => {
    const { phase, txid, isEnding } = standings[at]!;
    const status = phase === 'sending' ? 'open' : phase;
    const isSame = view.status === status && view.amountIn === amountIn && view.txid === txid;
    return isSame && (view.isEnding ?? false) === isEnding;
  };

  const fits = (state: State, { act, answer }: Step): boolean => {
    const { phase, isEnding } = standings[state.at]!;
    if (answer === undefined) return true;
    if ('missing' in answer) return state.at === 0;
    if ('events' in answer)
      return (
        answer.events.join() ===
        log
          .slice(0, state.at)
          .map(({ type }) => type)
          .join()
      );
    if ('view' in answer) return shows(state, answer.view) && (act.kind !== 'heard' || state.at >= act.seq);
    if (answer.refused === 'order-exists')
      return act.kind === 'place' && state.at > 0 && state.amountIn !== act.amountIn;
    if (answer.refused === 'invalid-order') return state.at === 0;
    if (answer.refused === 'order-already-broadcast')
      return (phase === 'sending' || phase === 'broadcasted') && !isEnding;
    if (answer.refused === 'order-not-open')
      return phase === 'broadcasted' || FINAL.includes(phase) || isEnding;
    return true;
  };

  /** Where the call may lead, before its answer is compared. */
  const effects = (state: State, { act, answer }: Step): readonly State[] => {
    const { at } = state;
    const { phase, isEnding } = standings[at]!;
    const isRefused = answer !== undefined && !('view' in answer);
    if (act.kind === 'ask') return [{ ...state, isAsked: true }];
    if (isRefused || isRead({ act } as Step)) return [state];
    if (act.kind === 'place') {
      if (at === 0) return log[0]?.type === 'created' ? [{ ...state, at: 1, amountIn: act.amountIn }] : [];
      return act.amountIn === state.amountIn || answer === undefined ? [state] : [];
    }
    const ends = (byOwner(at) && !isEnding) || log[at]?.type === 'cancel-requested';
    const stays = FINAL.includes(phase) || isEnding || answer === undefined;
    return [...(ends ? [{ ...state, at: at + 1 }] : []), ...(stays ? [state] : [])];
  };

  return {
    start: { at: 0, isAsked: false },
    step: (state, call) => effects(state, call).filter((after) => fits(after, call)),
    drift: (state) => {
      const { at, isAsked } = state;
      const type = log[at]?.type;
      const happensByItself =
        type === 'swap-stored'
          ? isDue || isAsked
          : type === 'cancelled'
            ? byOwner(at)
              ? standings[at]!.isEnding
              : expires && log[at]!.facts['reason'] === 'expired'
            : type !== undefined && type !== 'created' && type !== 'cancel-requested';
      return happensByItself ? [{ ...state, at: at + 1 }] : [];
    },
    isComplete: ({ at }) => at === log.length,
    isRead,
    keyOf: ({ at, amountIn, isAsked }) => `${at} ${amountIn} ${isAsked}`,
  };
}
