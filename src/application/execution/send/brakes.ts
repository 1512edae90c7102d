import {
  checkBalance,
  checkSpending,
  checkSwitch,
  checkWorth,
  limitsWorth,
  SPENDING_WINDOW_MS,
  windowsOf,
  type NextSwap,
  type SendingStopped,
  type Spending,
  type SpendingWindow,
  type WorthRefused,
} from '../../../domain/order/brakes.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { Units } from '../../../domain/shared/units.js';
import type { ChainUnreachable, Ports, StoragePorts } from '../../../ports/index.js';
import type { makeFindPrice } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import { makeReadOperatorBalance } from './operator-balance.js';

/** Whether new swaps are sent, for operators. */
export interface SendingStanding {
  /** Everything that stops new swaps; empty while they are sent. */
  readonly stops: readonly SendingStopped[];
  /** Whether swaps are only planned, and neither stored nor sent. */
  readonly isDryRun: boolean;
  /** What the operator's account holds, in microSTX; absent if it could not be read. */
  readonly balanceUstx?: Units;
  /** The fees of the swaps stored within each window, in microSTX. */
  readonly feesUstx: Readonly<Record<SpendingWindow, Units>>;
}

/**
 * The one place that decides whether a new swap may be sent. What is stored already is sent, settled and cancelled
 * regardless.
 */
export interface Brakes {
  /** Whether swaps are only planned. */
  readonly isDryRun: boolean;
  /** Whether new swaps may be sent now, whatever the order. Unreachable when the limited balance cannot be read. */
  check(): Promise<Result<void, SendingStopped | ChainUnreachable>>;
  /** The order's worth in dollars, if the limits allow it; undefined while no limit needs it. */
  weigh(terms: OrderTerms): Promise<Result<number | undefined, WorthRefused>>;
  /**
   * Whether this swap may be stored. Call it with the storage of the unit of work that stores it, under the sender's
   * lock: what other processes have stored or switched by then counts.
   */
  admit(storage: BrakeStorage, next: NextSwap): Promise<Result<void, SendingStopped>>;
  /** Undefined in a process without an operator key. */
  standing(): Promise<SendingStanding | undefined>;
}

type FindPrice = ReturnType<typeof makeFindPrice>;

type BrakeStorage = Pick<StoragePorts, 'sendingSwitch' | 'swaps'>;

type Needs = Pick<Ports, 'accounts' | 'clock' | 'sendingSwitch' | 'signer' | 'swaps'>;

type Settings = Pick<CoreSettings, 'limits' | 'dryRun'>;

/** How old a sum may be that only saves the work for a swap which would not be stored. */
const RECENT_MS = 1_000;

export function makeBrakes(ports: Needs, findPrice: FindPrice, { limits, dryRun }: Settings): Brakes {
  const { clock, signer } = ports;
  const readBalance = makeReadOperatorBalance(ports);

  /** For `check` alone: storing a swap adds up again. */
  const recent = new Map<SpendingWindow, { readonly at: Date; readonly spent: Spending }>();

  const spentRecently = async (per: SpendingWindow, now: Date): Promise<Spending> => {
    const known = recent.get(per);
    if (known !== undefined && now.getTime() - known.at.getTime() < RECENT_MS) return known.spent;
    const spent = await spentIn(ports.swaps, per, now);
    recent.set(per, { at: now, spent });
    return spent;
  };

  const spentIn = (swaps: BrakeStorage['swaps'], per: SpendingWindow, now: Date) =>
    swaps.spentSince(new Date(now.getTime() - SPENDING_WINDOW_MS[per]));

  const checkStored = async (
    sendingSwitch: BrakeStorage['sendingSwitch'],
    spentWithin: (per: SpendingWindow, now: Date) => Promise<Spending>,
    next?: NextSwap,
  ): Promise<Result<void, SendingStopped>> => {
    const switched = checkSwitch(await sendingSwitch.position());
    if (!switched.ok) return switched;
    const now = clock.now();
    for (const per of windowsOf(limits)) {
      const spent = await spentWithin(per, now);
      const within = checkSpending(per, spent, { limits, now, ...(next && { next }) });
      if (!within.ok) return within;
    }
    return ok();
  };

  return {
    isDryRun: dryRun,

    async check() {
      const stored = await checkStored(ports.sendingSwitch, spentRecently);
      if (!stored.ok || limits.minOperatorUstx === undefined) return stored;
      const balance = await readBalance();
      return balance.ok ? checkBalance(balance.value, limits) : balance;
    },

    async weigh({ inputToken, amountIn }) {
      if (!limitsWorth(limits)) return ok(undefined);
      const found = await findPrice(inputToken);
      const price = found.ok ? found.value : undefined;
      const isUsable = price !== undefined && price.usd > 0 && !price.stale && !price.thin;
      const worthUsd = isUsable ? (Number(amountIn) / 10 ** price.about.decimals) * price.usd : undefined;
      const checked = checkWorth(inputToken, worthUsd, limits);
      return checked.ok ? ok(worthUsd) : checked;
    },

    admit: ({ sendingSwitch, swaps }, next) =>
      checkStored(sendingSwitch, (per, now) => spentIn(swaps, per, now), next),

    async standing() {
      if (signer === undefined) return undefined;
      const now = clock.now();
      const [position, hour, day, balance] = await Promise.all([
        ports.sendingSwitch.position(),
        spentIn(ports.swaps, 'hour', now),
        spentIn(ports.swaps, 'day', now),
        ports.accounts === undefined ? undefined : readBalance(),
      ]);
      const checks = [
        checkSwitch(position),
        ...(balance?.ok === true ? [checkBalance(balance.value, limits)] : []),
        checkSpending('hour', hour, { limits, now }),
        checkSpending('day', day, { limits, now }),
      ];
      return {
        stops: checks.flatMap((check) => (check.ok ? [] : [check.error])),
        isDryRun: dryRun,
        ...(balance?.ok === true && { balanceUstx: balance.value }),
        feesUstx: { hour: hour.feesUstx, day: day.feesUstx },
      };
    },
  };
}
