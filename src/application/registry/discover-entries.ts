import type { Registry, Token } from '../../domain/market/registry.js';
import { hasShape, referencesOf } from '../../domain/registry/contract-facts.js';
import {
  proposeToken,
  proposeVault,
  type DescribedContract,
  type Proposal,
} from '../../domain/registry/propose.js';
import { safetyFactsOf, type SafetyFacts } from '../../domain/token-safety/safety-facts.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { ok } from '../../domain/shared/result.js';
import { toUnits } from '../../domain/shared/units.js';
import { FEE_PROBE } from '../../domain/vault/rules.js';
import type { HopQuote, Opcode, Vault } from '../../domain/vault/vault.js';
import { contractOfAsset } from '../../domain/vault/vault.js';
import { surveyWrapper } from './survey-wrapper.js';
import type { ChainRead, ContractReader, ContractTrait, LiquiditySource } from '../../ports/index.js';

/** Entries that the registry lacks. */
export interface Discovery {
  /** Number of contracts examined. */
  readonly seen: number;
  readonly tokens: readonly Proposal<Token>[];
  readonly vaults: readonly Proposal<Vault>[];
  /** Powers over each proposed token, by its source. */
  readonly safety: ReadonlyMap<ContractId, SafetyFacts>;
  /** Contracts that are neither tokens nor vaults, do not exist, or quote nothing. */
  readonly neither: readonly { readonly contractId: ContractId; readonly reason: string }[];
}

interface Needs {
  readonly contracts: ContractReader;
  readonly liquidity: LiquiditySource;
}

/** Scope of a discovery. */
export interface DiscoveryRequest {
  /** Contracts to examine. */
  readonly contracts: readonly ContractId[];
  /** Traits whose contracts are examined too. */
  readonly traits: readonly ContractTrait[];
  /** Maximum number of contracts per trait, newest first. */
  readonly limit: number;
}

const OPCODES: readonly Opcode[] = [0, 1, 5, 6];

/**
 * Proposes registry entries for contracts that the registry does not list, and for the tokens to which these contracts refer.
 * Reads one contract after another. Blocked contracts are left out.
 */
export async function discoverEntries(
  registry: Registry,
  { contracts, liquidity }: Needs,
  { contracts: named, traits, limit }: DiscoveryRequest,
  progress?: (done: number, total: number) => void,
): ChainRead<Discovery> {
  const candidates = new Set(named);
  for (const trait of traits) {
    const found = await contracts.findByTrait(trait, limit);
    if (!found.ok) return found;
    for (const id of found.value) candidates.add(id);
  }
  const survey = new Survey(registry, contracts, liquidity);
  const unlisted = [...candidates].filter((id) => !survey.isListed(id));
  for (const [index, id] of unlisted.entries()) {
    const seen = await survey.look(id);
    if (!seen.ok) return seen;
    progress?.(index + 1, unlisted.length);
  }
  return ok(survey.result(unlisted));
}

/** The contracts examined so far. */
class Survey {
  private readonly listed: ReadonlySet<ContractId>;
  private readonly seen = new Set<ContractId>();
  private readonly tokens = new Map<ContractId, Proposal<Token>>();
  private readonly vaults = new Map<ContractId, Proposal<Vault>>();
  private readonly safety = new Map<ContractId, SafetyFacts>();
  private readonly neither = new Map<ContractId, string>();

  constructor(
    readonly registry: Registry,
    readonly contracts: ContractReader,
    readonly liquidity: LiquiditySource,
  ) {
    const { tokens, vaults, routers, blocked, verifier, wstx } = registry;
    this.listed = new Set([
      ...[...tokens, ...vaults].map(({ contractId }) => contractId),
      ...routers.map(({ id }) => id),
      ...blocked,
      ...[verifier.v1, verifier.v2, wstx, STX],
      // A token that a vault exchanges in place of STX is not a token of the exchange.
      ...vaults.flatMap(({ stxWrapper }) => (stxWrapper === undefined ? [] : [contractOfAsset(stxWrapper)])),
    ]);
  }

  readonly isListed = (id: ContractId): boolean => this.listed.has(id);

  /** Returns the token's entry. If the registry lacks it, examines the contract and proposes an entry. */
  readonly lookUp = async (id: ContractId): ChainRead<Partial<Token> | undefined> => {
    const seen = this.isListed(id) ? ok() : await this.look(id);
    return seen.ok ? ok(this.entryOf(id)) : seen;
  };

  async look(id: ContractId): ChainRead<void> {
    if (this.seen.has(id)) return ok();
    this.seen.add(id);
    const found = await this.describe(id);
    if (!found.ok) return found;
    if (found.value === undefined) this.neither.set(id, 'no such contract');
    else if (hasShape(found.value, 'vault')) return this.lookAtVault(found.value);
    else if (hasShape(found.value, 'token')) return this.lookAtToken(found.value);
    else this.neither.set(id, 'neither a vault nor a token');
    return ok();
  }

  result(wanted: readonly ContractId[]): Discovery {
    return {
      seen: wanted.length,
      tokens: [...this.tokens.values()],
      vaults: [...this.vaults.values()],
      safety: this.safety,
      neither: wanted.flatMap((contractId) => {
        const reason = this.neither.get(contractId);
        return reason === undefined ? [] : [{ contractId, reason }];
      }),
    };
  }

  private async describe(id: ContractId): ChainRead<DescribedContract | undefined> {
    const facts = await this.contracts.describe(id);
    if (!facts.ok) return facts;
    const token = facts.value && (await this.contracts.describeToken(id));
    if (token?.ok === false) return token;
    return ok(facts.value && token && { ...facts.value, contractId: id, token: token.value });
  }

  /** Proposes an entry for a token. A copy's base is examined first, since the copy's entry takes its identifier from the base. */
  private async lookAtToken(found: DescribedContract): ChainRead<void> {
    const { contractId } = found;
    const around = await this.tokensAround(found);
    if (!around.ok) return around;
    const proposal = proposeToken(found, (id) => around.value.includes(id), this.registry);
    this.safety.set(contractId, safetyFactsOf(contractId, found));
    const { base } = proposal.entry;
    const identifier = base && this.entryOf(base)?.identifier;
    const isFilled = proposal.entry.type === 'SUBNET' && identifier !== undefined;
    this.tokens.set(contractId, {
      entry: { ...proposal.entry, ...(isFilled && { identifier }) },
      missing: proposal.missing.filter((name) => !isFilled || name !== 'identifier'),
    });
    return ok();
  }

  private async lookAtVault(found: DescribedContract): ChainRead<void> {
    const { contractId } = found;
    const quotes = new Map<Opcode, HopQuote | undefined>();
    for (const opcode of OPCODES) {
      const quote = await this.quote(contractId, opcode);
      if (!quote.ok) return quote;
      quotes.set(opcode, quote.value);
    }
    if ([...quotes.values()].every((quote) => quote === undefined)) {
      this.neither.set(contractId, 'a vault that quotes no swap and no deposit');
      return ok();
    }
    const pools = await this.contracts.poolsBehind(contractId, found);
    if (!pools.ok) return pools;
    if (pools.value.length > 0) {
      const directions = [quotes.get(0), quotes.get(1)];
      const proposal = await surveyWrapper(found, pools.value, directions, this);
      if (!proposal.ok) return proposal;
      this.vaults.set(contractId, proposal.value);
      return ok();
    }
    const around = await this.tokensAround(found);
    if (!around.ok) return around;
    const holdings = new Map<ContractId, bigint>();
    const bases = new Map<ContractId, ContractId>();
    for (const token of around.value) {
      const held = await this.contracts.holding(token, contractId);
      if (!held.ok) return held;
      holdings.set(token, held.value ?? 0n);
      const base = this.entryOf(token)?.base;
      if (base !== undefined) bases.set(token, base);
    }
    this.vaults.set(contractId, proposeVault({ found, quotes, holdings, bases }));
    return ok();
  }

  /** The tokens that a contract refers to. Those that the registry lacks are proposed too. */
  private async tokensAround(found: DescribedContract): ChainRead<readonly ContractId[]> {
    const { wstx, tokens } = this.registry;
    const references = [...referencesOf(found.contractId, found)].filter((id) => id !== found.contractId);
    const ids = new Set(references.map((id) => (id === wstx ? STX : id)));
    const around: ContractId[] = [];
    for (const id of ids) {
      if (!this.isListed(id)) {
        const seen = await this.look(id);
        if (!seen.ok) return seen;
      }
      if (this.tokens.has(id) || tokens.some(({ contractId }) => contractId === id)) around.push(id);
    }
    return ok(around);
  }

  private entryOf(token: ContractId): Partial<Token> | undefined {
    return (
      this.registry.tokens.find(({ contractId }) => contractId === token) ?? this.tokens.get(token)?.entry
    );
  }

  private async quote(contractId: ContractId, opcode: Opcode): ChainRead<HopQuote | undefined> {
    // A quote depends only on the contract, so the other fields are placeholders.
    const vault: Vault = {
      contractId,
      kind: 'external',
      protocol: '',
      tokenA: STX,
      tokenB: STX,
      name: '',
      symbol: '',
    };
    const quotes = await this.liquidity.quoteHops([{ vault, opcode, amountIn: toUnits(FEE_PROBE) }]);
    return quotes.ok ? ok(quotes.value[0]) : quotes;
  }
}
