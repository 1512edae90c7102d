import {
  checkBalances,
  checkHome,
  checkSpending,
  checkSwitch,
  checkWorth,
  limitsWorth,
  windowsOf,
  type NextSwap,
  type SendingStopped,
  type SpendingWindow,
  type WorthRefused,
} from '../../../domain/order/evaluation/brakes.js';
import { meanFee } from '../../../domain/order/evaluation/operator-accounts.js';
import type { StopKind } from '../../../domain/order/evaluation/evaluation.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import { defined } from '../../../domain/shared/fields.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { Units } from '../../../domain/shared/units.js';
import type { ChainUnreachable, Ports, StoragePorts } from '../../../ports/index.js';
import type { makeFindPrice } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import type { AccountStanding, OperatorAccounts } from './operator-accounts.js';
import { makeSpendingReader, type SpendingReads } from './spending.js';

/** Whether new swaps are sent, for operators. */
export interface SendingStanding {
  /** Everything that stops new swaps; empty while they are sent. */
  readonly stops: readonly SendingStopped[];
  /** Whether swaps are only planned, but neither stored nor sent. */
  readonly isDryRun: boolean;
  /** The operator accounts, the preferred one first. */
  readonly accounts: readonly AccountStanding[];
  /** The fees, in microSTX, of the swaps stored within each window. The sums are at most a second old. */
  readonly feesUstx: Readonly<Record<SpendingWindow, Units>>;
  /** Mean cost of the last day's swaps, in microSTX; absent if there were none. */
  readonly meanFeeUstx?: Units;
  /** The balance in microSTX below which an account pays for nothing new; absent if unlimited. */
  readonly leastUstx?: bigint;
}

/** Reason why no new swaps are sent, regardless of the order. */
export type SendingStop = SendingStopped | { readonly kind: Exclude<StopKind, SendingStopped['kind']> };

/** The single place that decides whether a new swap may be sent. Stored swaps are settled and cancelled regardless. */
export interface Brakes {
  /** Whether swaps are only planned, but neither stored nor sent. */
  readonly isDryRun: boolean;
  /**
   * Whether new swaps may be sent now, regardless of the order. The error is `chain-unreachable` if a balance for which there is
   * a limit cannot be read.
   */
  check(): Promise<Result<void, SendingStopped | ChainUnreachable>>;
  /** The order's worth in dollars, unless it exceeds a limit; undefined if no limit depends on it. */
  weigh(terms: OrderTerms): Promise<Result<number | undefined, WorthRefused>>;
  /**
   * The check of swaps that one unit of work stores. Call it with the storage of that unit, under the lock of all senders, so that
   * it sees everything that other processes have stored or switched.
   */
  admitting(storage: BrakeStorage): Admit;
  /** Everything that stops new swaps. A process without an operator key checks only the database, the switch and dry runs. */
  stops(): Promise<readonly SendingStop[]>;
  /** Undefined in a process without an operator key. */
  standing(): Promise<SendingStanding | undefined>;
}

/** Whether these swaps of one unit of work, given as one, may be stored together. It has stored none of them yet. */
export type Admit = (next: NextSwap) => Promise<Result<void, SendingStopped>>;

type FindPrice = ReturnType<typeof makeFindPrice>;

type BrakeStorage = Pick<StoragePorts, 'databaseHome' | 'sendingSwitch' | 'swaps'>;

type Needs = Pick<Ports, 'clock'> & BrakeStorage;

type Settings = Pick<CoreSettings, 'limits' | 'dryRun'>;

export function makeBrakes(
  ports: Needs,
  { findPrice, accounts }: { readonly findPrice: FindPrice; readonly accounts: OperatorAccounts },
  { limits, dryRun }: Settings,
): Brakes {
  const { clock } = ports;
  const spending = makeSpendingReader(ports, windowsOf(limits));

  /**
   * Checks the switches, and the limits on all swaps together. Adds up a window's spending only if an upper bound on it exceeds a
   * limit.
   */
  const checkStored = async (
    switches: ReturnType<typeof checkSwitches>,
    sums: SpendingReads,
    next?: NextSwap,
  ): Promise<Result<void, SendingStopped>> => {
    for (const switched of await switches) if (!switched.ok) return switched;
    const now = clock.now();
    const by = { limits, now, ...(next && { next }) };
    for (const { per, spent, isExact } of await sums.atMost(now)) {
      const bounded = checkSpending(per, spent, by);
      const within = bounded.ok || isExact ? bounded : checkSpending(per, await sums.exactly(per, now), by);
      if (!within.ok) return within;
    }
    return ok();
  };

  return {
    isDryRun: dryRun,

    async check() {
      const stored = await checkStored(checkSwitches(ports), spending.recent);
      return stored.ok ? accounts.check() : stored;
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

    admitting(storage) {
      const reads = spending.readsOf(storage.swaps);
      // The lock keeps both as they are.
      let switches: ReturnType<typeof checkSwitches> | undefined;
      let bounds: ReturnType<SpendingReads['atMost']> | undefined;
      const sums: SpendingReads = { ...reads, atMost: (now) => (bounds ??= reads.atMost(now)) };
      return (next) => checkStored((switches ??= checkSwitches(storage)), sums, next);
    },

    async stops() {
      const switches = await checkSwitches(ports);
      const [hasKey, now] = [accounts.addresses.length > 0, clock.now()];
      const stopsOf = (checks: readonly Result<void, SendingStop>[]): readonly SendingStop[] => {
        const stops = errorsOf(checks);
        return dryRun ? [...stops, { kind: 'dry-run' }] : stops;
      };
      if (!hasKey) return stopsOf(switches);
      const [{ hour, day }, paying] = await Promise.all([spending.both(), accounts.check()]);
      return stopsOf([
        ...switches,
        paying,
        checkSpending('hour', hour, { limits, now }),
        checkSpending('day', day, { limits, now }),
      ]);
    },

    async standing() {
      if (accounts.addresses.length === 0) return undefined;
      const now = clock.now();
      const [switches, { hour, day }, standings] = await Promise.all([
        checkSwitches(ports),
        spending.both(),
        accounts.standing(),
      ]);
      const balances = standings.flatMap(({ state }) => (state === undefined ? [] : [state.balanceUstx]));
      const checks = [
        ...switches,
        ...(balances.length > 0 ? [checkBalances(balances, limits)] : []),
        checkSpending('hour', hour, { limits, now }),
        checkSpending('day', day, { limits, now }),
      ];
      return {
        stops: errorsOf(checks),
        isDryRun: dryRun,
        accounts: standings,
        feesUstx: { hour: hour.feesUstx, day: day.feesUstx },
        ...defined({ meanFeeUstx: meanFee(day), leastUstx: limits.minOperatorUstx }),
      };
    },
  };
}

/** Checks first whether the database is displaced, since the switch in it may then be an old one. */
async function checkSwitches({
  databaseHome,
  sendingSwitch,
}: Omit<BrakeStorage, 'swaps'>): Promise<readonly Result<void, SendingStopped>[]> {
  const [displaced, position] = await Promise.all([databaseHome.displaced(), sendingSwitch.position()]);
  return [checkHome(displaced), checkSwitch(position)];
}

const errorsOf = <E>(checks: readonly Result<void, E>[]): E[] =>
  checks.flatMap((check) => (check.ok ? [] : [check.error]));
