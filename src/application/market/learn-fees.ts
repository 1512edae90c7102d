import { chainTellsFee, type FeeUnread, type VaultFees } from '../../domain/vault/fee.js';
import type { Registry } from '../../domain/market/registry.js';
import { FEE_FIELDS, type Vault } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { defined } from '../../domain/shared/fields.js';
import type { Clock, LiquiditySource, RegistrySource } from '../../ports/index.js';
import { readFees } from './read-fees.js';
import { singleFlight } from '../shared/single-flight.js';

/** A fee that was read or corrected, or the reason why a vault stays out of routing. */
export type FeeEvent =
  | ({ readonly kind: 'fee-read'; readonly vault: ContractId } & VaultFees)
  /** The registry states a different fee (`stated`, in parts per million); the one that the contract states is used. */
  | ({ readonly kind: 'fee-corrected'; readonly vault: ContractId; readonly stated: number } & VaultFees)
  | {
      readonly kind: 'fee-unread';
      readonly vault: ContractId;
      readonly reason: FeeUnread['reason'] | 'chain-unreachable';
    };

/** A registry with the fees that the vaults' contracts state. */
export interface FeeLearner extends RegistrySource {
  /**
   * Reads the missing fees that are due, one vault after another, and compares one stated fee that has not been compared for a
   * day; the next one is compared twenty seconds later at the earliest. A vault whose fee cannot be read is retried after a pause
   * that doubles from ten seconds to an hour. Concurrent calls share one run.
   */
  readonly learn: () => Promise<void>;
}

interface Options {
  /** The registry exactly as written. */
  readonly registry: RegistrySource;
  readonly liquidity: LiquiditySource;
  /** Source for comparisons of stated fees, which have the lowest priority. Default `liquidity`. */
  readonly comparisons?: LiquiditySource;
  readonly clock: Clock;
  /**
   * Called once for each missing fee that was read or wrong one that was corrected, and once for each new reason why a missing
   * fee is unknown.
   */
  readonly onEvent?: (event: FeeEvent) => void;
}

interface Failure {
  readonly reason: string;
  readonly attempts: number;
  readonly retryAt: number;
}

const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;
/**
 * Interval (ms) between comparisons of a vault's stated fee. Fees change rarely, and a swap whose quote shows a different fee
 * quarantines its vault at once.
 */
const COMPARED_EVERY_MS = 24 * 3_600_000;
/** Pause (ms) between comparisons, so that they use few of the requests that a host allows: sixty vaults take twenty minutes. */
const COMPARISON_PAUSE_MS = 20_000;

/**
 * Fills in the fees that the registry omits, and corrects wrong ones, from what the vaults' own contracts state. Until a missing
 * fee is read, its vault is not routed. Learned fees survive a change of the registry.
 *
 * @example
 * const fees = makeFeeLearner(ports);
 * await fees.learn();
 * const core = createCore({ ...ports, registry: fees });
 */
export function makeFeeLearner(options: Options): FeeLearner {
  const { registry, liquidity, comparisons = liquidity, clock, onEvent } = options;
  const fees = new Map<ContractId, VaultFees>();
  const comparedAt = new Map<ContractId, number>();
  const failures = new Map<ContractId, Failure>();
  let comparedLast = -Infinity;
  /** Number of times that a fee became known or changed. */
  let reads = 0;
  let filled: { readonly base: Registry; readonly reads: number; readonly registry: Registry } | undefined;

  const readFee = async (vault: Vault, from: LiquiditySource): Promise<FeeEvent> => {
    const { contractId } = vault;
    const read = await readFees(vault, from);
    if (!read.ok) {
      const reason = read.error.kind === 'fee-unread' ? read.error.reason : read.error.kind;
      return { kind: 'fee-unread', vault: contractId, reason };
    }
    const found = { vault: contractId, ...read.value };
    const { feePpm: stated } = vault;
    return stated === undefined || isSame(vault, found)
      ? { kind: 'fee-read', ...found }
      : { kind: 'fee-corrected', ...found, stated };
  };

  const note = (event: FeeEvent, isMissing: boolean) => {
    const { vault } = event;
    if (event.kind !== 'fee-unread') {
      const known = fees.get(vault);
      const isChanged = known === undefined || !isSame(known, event);
      const isNews = isChanged && (isMissing || event.kind === 'fee-corrected');
      if (isChanged) reads += 1;
      const { feePpm, protocolFeePpm } = event;
      fees.set(vault, defined({ feePpm, protocolFeePpm }));
      comparedAt.set(vault, clock.now().getTime());
      failures.delete(vault);
      return isNews ? onEvent?.(event) : undefined;
    }
    const before = failures.get(vault);
    const attempts = (before?.attempts ?? 0) + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
    failures.set(vault, { reason: event.reason, attempts, retryAt: clock.now().getTime() + pauseMs });
    if (isMissing && before?.reason !== event.reason) onEvent?.(event);
  };

  const isDue = ({ contractId }: Vault) => {
    const now = clock.now().getTime();
    const compared = comparedAt.get(contractId);
    const isCompared = compared !== undefined && Math.abs(now - compared) < COMPARED_EVERY_MS;
    return !isCompared && (failures.get(contractId)?.retryAt ?? 0) <= now;
  };

  return {
    current() {
      const base = registry.current();
      if (filled?.base !== base || filled.reads !== reads)
        filled = { base, reads, registry: withFees(base, fees) };
      return filled.registry;
    },
    learn: singleFlight(async () => {
      const telling = registry.current().vaults.filter(chainTellsFee);
      const isMissing = ({ feePpm }: Vault) => feePpm === undefined;
      for (const vault of telling.filter(isMissing))
        if (isDue(vault)) note(await readFee(vault, liquidity), true);
      const now = clock.now().getTime();
      if (Math.abs(now - comparedLast) < COMPARISON_PAUSE_MS) return;
      const next = telling.find((vault) => !isMissing(vault) && isDue(vault));
      if (next === undefined) return;
      comparedLast = now;
      note(await readFee(next, comparisons), false);
    }),
  };
}

/** Returns the same registry if no fee needs filling in or correcting. */
function withFees(registry: Registry, fees: ReadonlyMap<ContractId, VaultFees>): Registry {
  const withFee = (vault: Vault): Vault => {
    const read = fees.get(vault.contractId);
    return read === undefined || isSame(vault, read) ? vault : { ...vault, ...read };
  };
  const vaults = registry.vaults.map(withFee);
  return vaults.every((vault, n) => vault === registry.vaults[n]) ? registry : { ...registry, vaults };
}

const isSame = (a: Pick<Vault, keyof VaultFees>, b: VaultFees): boolean =>
  FEE_FIELDS.every((field) => a[field] === b[field]);
