import { checkBalances, type SendingStopped } from '../../../domain/order/evaluation/brakes.js';
import type { Txid } from '../../../domain/order/ids.js';
import { rankAccounts } from '../../../domain/order/evaluation/operator-accounts.js';
import type { Address } from '../../../domain/shared/address.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { isPending } from '../../../domain/shared/time.js';
import type { AccountState, ChainUnreachable, Ports, SwapSigner } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { recentFlight, singleFlight } from '../../shared/single-flight.js';

/**
 * Time (ms) for which a reading of an account is used: about as long as it takes until a block spends from the account. A failed
 * reading is repeated sooner.
 */
const READING_MS = 30_000;
const FAILURE_MS = 5_000;
/** Time (ms) for which the loads of accounts are used; what is stored here meanwhile is added to them. */
const LOADS_MS = 250;
/** Time (ms) for which an account is the last choice after nodes have refused its transactions. */
const REFUSED_MS = 30_000;

/** State of an operator account, for operators. */
export interface AccountStanding {
  readonly address: Address;
  /** Number of its nonces with unmined transactions. */
  readonly inFlight: number;
  /** The oldest of these transactions, and the time at which it was stored; absent if there is none. */
  readonly oldest?: { readonly txid: Txid; readonly since: Date };
  /** Absent if it could not be read. */
  readonly state?: AccountState;
}

/** Reason why no account may pay. */
type NoneMayPay = SendingStopped | ChainUnreachable;

/** The operator accounts of this process, and the choice among them. */
export interface OperatorAccounts {
  readonly addresses: readonly Address[];
  /**
   * Whether any account may pay for a new swap. The error is `chain-unreachable` if no account that could be read has enough, and
   * another could not be read.
   */
  check(): Promise<Result<void, NoneMayPay>>;
  /**
   * Has the best account pay, or the next best if that one already has the maximum number of transactions in flight. Work in
   * progress counts as in flight, so concurrent swaps spread over the accounts.
   */
  pay<T, E extends { readonly kind: string }>(
    work: (signer: SwapSigner) => Promise<Result<T, E>>,
  ): Promise<Result<T, E | NoneMayPay>>;
  /**
   * Notes that the nodes refuse the account's transactions, which makes it the last choice for 30 seconds. Returns whether
   * another account is left that may pay and that nodes do not refuse.
   */
  refused(account: Address): Promise<boolean>;
  standing(): Promise<readonly AccountStanding[]>;
}

type Needs = Pick<Ports, 'accounts' | 'clock' | 'signers' | 'swaps'>;

export function makeOperatorAccounts(
  ports: Needs,
  { limits, stuckAfterMs }: Pick<CoreSettings, 'limits' | 'stuckAfterMs'>,
): OperatorAccounts {
  const { clock, signers = [], swaps } = ports;
  const read = makeReadState(ports);
  /** Number of swaps that each account has stored here. */
  const stored = new Map<Address, number>();
  const readLoads = recentFlight(async () => ({ before: new Map(stored), loads: await swaps.loads() }), {
    clock,
    maxAgeMs: LOADS_MS,
  });
  const refusedUntil = new Map<Address, number>();
  const signing = new Map<Address, number>();

  const isRefused = (account: Address) =>
    isPending(refusedUntil.get(account) ?? 0, clock.now().getTime(), REFUSED_MS);

  const change = (counts: Map<Address, number>, account: Address, by: number) =>
    counts.set(account, (counts.get(account) ?? 0) + by);

  const mayPay = async (): Promise<Result<readonly SwapSigner[], NoneMayPay>> => {
    if (limits.minOperatorUstx === undefined) return ok(signers);
    const states = await Promise.all(signers.map(({ address }) => read(address)));
    const balances = states.flatMap((state) => (state.ok ? [state.value.balanceUstx] : []));
    const paying = signers.filter((_, n) => {
      const state = states[n]!;
      return state.ok && checkBalances([state.value.balanceUstx], limits).ok;
    });
    if (paying.length > 0) return ok(paying);
    const unread = states.find((state) => !state.ok);
    if (unread?.ok === false) return unread;
    const stopped = checkBalances(balances, limits);
    return stopped.ok ? ok(paying) : stopped;
  };

  return {
    addresses: signers.map(({ address }) => address),

    async check() {
      const paying = await mayPay();
      return paying.ok ? ok() : paying;
    },

    async pay(work) {
      const paying = await mayPay();
      if (!paying.ok) return paying;
      const { before, loads } = await readLoads();
      const left = new Set(paying.value);
      for (;;) {
        const accounts = [...left].map((signer) => {
          const { address } = signer;
          const load = loads.get(address);
          const added = (stored.get(address) ?? 0) - (before.get(address) ?? 0);
          const inFlight = (load?.inFlight ?? 0) + added + (signing.get(address) ?? 0);
          return { signer, address, inFlight, since: load?.since, isRefused: isRefused(address) };
        });
        const best = rankAccounts(accounts, new Date(clock.now().getTime() - stuckAfterMs))[0];
        if (best === undefined) throw new Error('no operator account is left to pay');
        const { signer, address } = best;
        left.delete(signer);
        change(signing, address, 1);
        const done = await work(signer).finally(() => change(signing, address, -1));
        if (done.ok) change(stored, address, 1);
        if (done.ok || done.error.kind !== 'too-many-in-flight' || left.size === 0) return done;
      }
    },

    async refused(account) {
      refusedUntil.set(account, clock.now().getTime() + REFUSED_MS);
      const paying = await mayPay();
      return paying.ok && paying.value.some(({ address }) => !isRefused(address));
    },

    async standing() {
      const loads = await swaps.loads();
      return Promise.all(
        signers.map(async ({ address }) => {
          const state = ports.accounts && (await read(address));
          const load = loads.get(address);
          return {
            address,
            inFlight: load?.inFlight ?? 0,
            ...(load && { oldest: { txid: load.oldest, since: load.since } }),
            ...(state?.ok === true && { state: state.value }),
          };
        }),
      );
    },
  };
}

/**
 * Reads an account's balance and nonce, at most every 30 seconds, for all callers together. Fails with `chain-unreachable` if
 * there is no source of account states: a limit that cannot be checked stops sending.
 */
function makeReadState({ accounts, clock }: Pick<Ports, 'accounts' | 'clock'>) {
  type Reading = Result<AccountState, ChainUnreachable>;
  const last = new Map<Address, { readonly reading: Reading; readonly until: number }>();
  const read = singleFlight(async (account: Address): Promise<Reading> => {
    if (accounts === undefined)
      return err({ kind: 'chain-unreachable', reason: 'the balances of accounts are not read here' });
    const reading = await accounts.stateOf(account);
    last.set(account, { reading, until: clock.now().getTime() + (reading.ok ? READING_MS : FAILURE_MS) });
    return reading;
  });
  return async (account: Address): Promise<Reading> => {
    const known = last.get(account);
    const isRecent = known !== undefined && isPending(known.until, clock.now().getTime(), READING_MS);
    return isRecent ? known.reading : read(account);
  };
}
