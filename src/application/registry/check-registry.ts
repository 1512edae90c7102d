import type { Registry, RouterContract, Token } from '../../domain/market/registry.js';
import {
  checkNamedToken,
  checkRouter,
  checkToken,
  checkVerifier,
} from '../../domain/registry/check-contracts.js';
import { checkVault, type VaultOnChain } from '../../domain/registry/check-vault.js';
import type { ContractFacts } from '../../domain/registry/contract-facts.js';
import { Findings, type Finding, type RegistryList } from '../../domain/registry/finding.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok } from '../../domain/shared/result.js';
import { chainTellsFee, feeProbes, feesOfQuotes, quotesTellFee } from '../../domain/vault/fee.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Vault } from '../../domain/vault/vault.js';
import { contractOfAsset } from '../../domain/vault/vault.js';
import type { ChainRead, ChainUnreachable, ContractReader, LiquiditySource } from '../../ports/index.js';
import { readFees } from '../market/read-fees.js';
import { inParallel } from '../shared/in-parallel.js';

/** Comparison of a registry with the chain. */
export interface RegistryReport {
  /** Number of entries compared in each list. */
  readonly checked: Readonly<Record<RegistryList, number>>;
  /** Number of entries with trial swaps; absent if there were none. */
  readonly swaps?: number;
  /** Findings in the order of the registry, those about swaps last. Empty if everything could be read and agrees. */
  readonly findings: readonly Finding[];
}

/** Sources that read the chain with which the registry is compared. */
export interface CheckNeeds {
  readonly contracts: Pick<ContractReader, 'describe' | 'describeToken' | 'holding'>;
  readonly liquidity: LiquiditySource;
}

export interface CheckOptions {
  /** Called after each entry. */
  readonly progress?: (done: number, total: number) => void;
}

/** Number of entries compared at a time. */
const CONCURRENCY = 4;

type Check = () => ChainRead<readonly Finding[]>;
type Entry = readonly [list: RegistryList, entry: ContractId, check: Check];

/**
 * Compares every entry of the registry with the chain. A field that a contract does not state, or that cannot be read, is a
 * finding too, so nothing passes without a comparison.
 */
export async function checkRegistry(
  registry: Registry,
  needs: CheckNeeds,
  { progress }: CheckOptions = {},
): Promise<RegistryReport> {
  const entries = entriesOf(registry, needs);
  const findings = new Map<Entry, readonly Finding[]>();
  await inParallel(entries, CONCURRENCY, async (entry) => {
    const [list, id, check] = entry;
    const checked = await check();
    findings.set(entry, checked.ok ? checked.value : unreadable(list, id, checked.error));
    progress?.(findings.size, entries.length);
  });
  const count = (list: RegistryList) => entries.filter(([of]) => of === list).length;
  return {
    checked: {
      routers: count('routers'),
      tokens: count('tokens'),
      vaults: count('vaults'),
      contracts: count('contracts'),
    },
    findings: entries.flatMap((entry) => findings.get(entry) ?? []),
  };
}

function unreadable(list: RegistryList, entry: ContractId, { reason }: ChainUnreachable): readonly Finding[] {
  const { all, unread } = new Findings(list, entry);
  unread('all fields', 'not compared', reason);
  return all;
}

function entriesOf(registry: Registry, needs: CheckNeeds): readonly Entry[] {
  const { verifier, wstx, sbtc, routers, tokens, vaults } = registry;
  const { contracts } = needs;
  const facing =
    (contract: ContractId, check: (facts: ContractFacts | undefined) => readonly Finding[]): Check =>
    async () => {
      const facts = await contracts.describe(contract);
      return facts.ok ? ok(check(facts.value)) : facts;
    };
  return [
    ...(['v1', 'v2'] as const).map((version): Entry => [
      'contracts',
      verifier[version],
      facing(verifier[version], (facts) => checkVerifier(version, verifier[version], facts)),
    ]),
    ['contracts', wstx, facing(wstx, (facts) => checkNamedToken('wstx', wstx, facts))],
    ['contracts', sbtc, facing(sbtc, (facts) => checkNamedToken('sbtc', sbtc, facts))],
    ...routers.map((router: RouterContract): Entry => [
      'routers',
      router.id,
      facing(router.id, (facts) => checkRouter(router, facts, verifier)),
    ]),
    ...tokens
      .filter(({ contractId }) => contractId !== STX)
      .map((token): Entry => ['tokens', token.contractId, () => compareToken(token, registry, needs)]),
    ...vaults.map((vault): Entry => ['vaults', vault.contractId, () => compareVault(vault, needs)]),
  ];
}

async function compareToken(
  token: Token,
  registry: Registry,
  { contracts }: CheckNeeds,
): ChainRead<readonly Finding[]> {
  const facts = await contracts.describe(token.contractId);
  if (!facts.ok) return facts;
  if (facts.value === undefined) return ok(checkToken(token, undefined, registry));
  const said = await contracts.describeToken(token.contractId);
  return said.ok ? ok(checkToken(token, { ...facts.value, token: said.value }, registry)) : said;
}

async function compareVault(vault: Vault, needs: CheckNeeds): ChainRead<readonly Finding[]> {
  const found = await readVault(vault, needs);
  return found.ok ? ok(checkVault(vault, found.value)) : found;
}

/** Reads what the chain states about a vault; undefined if there is no such contract. */
async function readVault(
  vault: Vault,
  { contracts, liquidity }: CheckNeeds,
): ChainRead<VaultOnChain | undefined> {
  const facts = await contracts.describe(vault.contractId);
  if (!facts.ok) return facts;
  if (facts.value === undefined) return ok(undefined);
  const quotes = await liquidity.quoteHops(feeProbes(vault));
  if (!quotes.ok) return quotes;
  const fees = await feesOf(vault, quotes.value, liquidity);
  if (!fees.ok) return fees;
  const balances = await readBalances(vault, contracts);
  if (!balances.ok) return balances;
  const missing = new Set<ContractId>();
  const { externalPoolId, engineContractId, stxWrapper } = vault;
  for (const named of [externalPoolId, engineContractId, stxWrapper && contractOfAsset(stxWrapper)]) {
    if (named === undefined) continue;
    const described = await contracts.describe(named);
    if (!described.ok) return described;
    if (described.value === undefined) missing.add(named);
  }
  return ok({
    facts: facts.value,
    quotes: quotes.value,
    balances: balances.value,
    missing,
    ...(fees.value && { fees: fees.value }),
  });
}

async function feesOf(
  vault: Vault,
  quotes: VaultOnChain['quotes'],
  liquidity: LiquiditySource,
): ChainRead<VaultOnChain['fees']> {
  if (!chainTellsFee(vault)) return ok(undefined);
  if (quotesTellFee(vault)) return ok(feesOfQuotes(vault, quotes));
  const fees = await readFees(vault, liquidity);
  if (fees.ok) return ok(fees);
  return fees.error.kind === 'fee-unread' ? ok(err(fees.error)) : err(fees.error);
}

/** Reads what the vault's holder holds, but only for pools: no other kind is compared with its holdings. */
async function readBalances(
  vault: Vault,
  contracts: CheckNeeds['contracts'],
): ChainRead<VaultOnChain['balances']> {
  if (rulesOf(vault).proof !== 'product') return ok([undefined, undefined]);
  const holder = rulesOf(vault).holder(vault);
  const a = await contracts.holding(vault.tokenA, holder);
  if (!a.ok) return a;
  const b = await contracts.holding(vault.tokenB, holder);
  return b.ok ? ok([a.value, b.value]) : b;
}
