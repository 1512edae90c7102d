import type { Registry } from '../../domain/market/registry.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Vault } from '../../domain/vault/vault.js';
import type { Ports, SubnetHolding } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { singleFlight } from '../shared/single-flight.js';

/** Holdings by vault. A vault whose holdings were never read is absent. */
export type HoldingsByVault = ReadonlyMap<ContractId, SubnetHolding>;
export type ReadSublinkHoldings = (registry: Registry) => Promise<HoldingsByVault>;

/** Time (ms) after which a read is repeated if a vault gave no response. */
const REPEAT_MS = 15_000;
const NONE: HoldingsByVault = new Map();

/**
 * Reads the holdings of a registry's sublinks, at most `holdingsMaxAgeMs` old; no route depends on them. Concurrent callers share
 * one read. A vault that does not respond keeps its last reading.
 */
export function makeReadSublinkHoldings(
  { clock, subnetHoldings }: Pick<Ports, 'clock' | 'subnetHoldings'>,
  { holdingsMaxAgeMs }: Pick<CoreSettings, 'holdingsMaxAgeMs'>,
): ReadSublinkHoldings {
  if (subnetHoldings === undefined) return async () => NONE;
  let known:
    { readonly registry: Registry; readonly held: HoldingsByVault; readonly until: number } | undefined;

  const read = singleFlight(async (registry: Registry): Promise<HoldingsByVault> => {
    const sublinks = registry.vaults.filter(isSublink);
    const startedAt = clock.now().getTime();
    const fresh = await subnetHoldings.read(sublinks);
    const held = known?.registry === registry ? new Map([...known.held, ...fresh]) : fresh;
    const isComplete = fresh.size === sublinks.length;
    const maxAgeMs = isComplete ? holdingsMaxAgeMs : Math.min(holdingsMaxAgeMs, REPEAT_MS);
    known = { registry, held, until: startedAt + maxAgeMs };
    return held;
  });

  return async (registry) =>
    known?.registry === registry && clock.now().getTime() < known.until ? known.held : read(registry);
}

/** Whether the vault is a sublink. The base tokens that its holder keeps for the copies are not reserves of the vault. */
const isSublink = (vault: Vault): boolean => !rulesOf(vault).hasReserves;
