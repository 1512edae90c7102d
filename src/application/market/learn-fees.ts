import { feeOfQuotes, feeProbes, quotesTellFee, type FeeUnread } from '../../domain/vault/fee.js';
import type { Registry } from '../../domain/market/registry.js';
import type { Vault } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { Clock, LiquiditySource, RegistrySource } from '../../ports/index.js';
import { singleFlight } from '../shared/single-flight.js';

/** A fee that was read, or why a vault stays out of routing. */
export type FeeEvent =
  | { readonly kind: 'fee-read'; readonly vault: ContractId; readonly feePpm: number }
  | {
      readonly kind: 'fee-unread';
      readonly vault: ContractId;
      readonly reason: FeeUnread['reason'] | 'chain-unreachable';
    };

/** A registry whose missing fees are read from the chain. */
export interface FeeLearner extends RegistrySource {
  /**
   * Reads the missing fees that are due, one vault after another. A vault whose fee cannot be read is tried again after a
   * pause that doubles from ten seconds to an hour. Concurrent calls share one run.
   */
  readonly learn: () => Promise<void>;
}

interface Options {
  /** The registry as it is written. */
  readonly registry: RegistrySource;
  readonly liquidity: Pick<LiquiditySource, 'quoteHops'>;
  readonly clock: Clock;
  /** Notified once of each fee, and once of each new reason why it is unknown. */
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
 * Fills in the fees that the registry leaves out, from quotes of the vaults' own contracts. Until a vault's fee is read,
 * the vault has none and is not routed. Fees that were read outlive a change of the registry.
 *
 * @example
 * const fees = makeFeeLearner(ports);
 * await fees.learn();
 * const core = createCore({ ...ports, registry: fees });
 */
export function makeFeeLearner({ registry, liquidity, clock, onEvent }: Options): FeeLearner {
  const fees = new Map<ContractId, number>();
  const failures = new Map<ContractId, Failure>();
  let filled: { readonly base: Registry; readonly known: number; readonly registry: Registry } | undefined;

  const readFee = async (vault: Vault): Promise<FeeEvent> => {
    const { contractId } = vault;
    const unread = (reason: Extract<FeeEvent, { kind: 'fee-unread' }>['reason']) =>
      ({ kind: 'fee-unread', vault: contractId, reason }) as const;
    const quotes = await liquidity.quoteHops(feeProbes(vault));
    if (!quotes.ok) return unread(quotes.error.kind);
    const fee = feeOfQuotes(vault, quotes.value);
    return fee.ok ? { kind: 'fee-read', vault: contractId, feePpm: fee.value } : unread(fee.error.reason);
  };

  const note = (event: FeeEvent) => {
    const { vault } = event;
    if (event.kind === 'fee-read') {
      fees.set(vault, event.feePpm);
      failures.delete(vault);
      return onEvent?.(event);
    }
    const before = failures.get(vault);
    const attempts = (before?.attempts ?? 0) + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS);
    failures.set(vault, { reason: event.reason, attempts, retryAt: clock.now().getTime() + pauseMs });
    if (before?.reason !== event.reason) onEvent?.(event);
  };

  const isDue = ({ contractId }: Vault) =>
    !fees.has(contractId) && (failures.get(contractId)?.retryAt ?? 0) <= clock.now().getTime();

  return {
    current() {
      const base = registry.current();
      if (filled?.base !== base || filled.known !== fees.size)
        filled = { base, known: fees.size, registry: withFees(base, fees) };
      return filled.registry;
    },
    learn: singleFlight(async () => {
      for (const vault of lackingFees(registry.current())) if (isDue(vault)) note(await readFee(vault));
    }),
  };
}

const lackingFees = ({ vaults }: Registry): readonly Vault[] =>
  vaults.filter((vault) => vault.feePpm === undefined && quotesTellFee(vault));

/** The same registry when no fee is to be filled in. */
function withFees(registry: Registry, fees: ReadonlyMap<ContractId, number>): Registry {
  if (!lackingFees(registry).some(({ contractId }) => fees.has(contractId))) return registry;
  const vaults = registry.vaults.map((vault): Vault => {
    const feePpm = vault.feePpm ?? fees.get(vault.contractId);
    return feePpm === undefined ? vault : { ...vault, feePpm };
  });
  return { ...registry, vaults };
}
