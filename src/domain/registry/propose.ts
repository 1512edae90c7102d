import type { Registry, Token } from '../market/registry.js';
import { contractParts, STX, type ContractId } from '../shared/contract-id.js';
import { defined } from '../shared/fields.js';
import { feesOfQuotes } from '../vault/fee.js';
import { isRoutable, quoteHop, rulesOf } from '../vault/kinds.js';
import { FEE_PROBE } from '../vault/rules.js';
import type { HopQuote, Opcode, Reserves, Vault, VaultKind } from '../vault/vault.js';
import { versionsIn } from './check-contracts.js';
import { EXCHANGES, type WrappedPool } from './wrapped-pool.js';
import { hasShape, referencesOf, type ContractFacts, type TokenFacts } from './contract-facts.js';

/** An entry for a registry file, complete except for what is missing. */
export interface Proposal<T> {
  readonly entry: Partial<T> & { readonly contractId: ContractId };
  /** Fields that the chain does not state, for the operator to fill in. Empty if the entry is complete. */
  readonly missing: readonly string[];
  /** The tokens that a vault refers to, if it is unclear which of them are its two. */
  readonly refersTo?: readonly ContractId[];
  /** Reason why nothing more is known about a vault of kind `external`. */
  readonly reason?: string;
}

export type DescribedContract = ContractFacts & {
  readonly contractId: ContractId;
  readonly token: TokenFacts;
};

type Context = Pick<Registry, 'verifier' | 'wstx'>;

/** Proposes the entry of a token or of a subnet copy. Only contracts that satisfy `isToken` are considered as the copy's base. */
export function proposeToken(
  found: DescribedContract,
  isToken: (contract: ContractId) => boolean,
  { verifier, wstx }: Context,
): Proposal<Token> {
  const { contractId, token, assets } = found;
  const isCopy = hasShape(found, 'subnet');
  const references = referencesOf(contractId, found);
  const named = new Set([...references].map((id) => (id === wstx ? STX : id)));
  const [base, otherBase] = [...named].filter((id) => id !== contractId && isToken(id));
  const [blaze, otherBlaze] = versionsIn(references, verifier);
  const [identifier, otherAsset] = assets;
  return withMissing({
    contractId,
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    // A copy defines no asset; the identifier is filled in later from its base.
    identifier: otherAsset === undefined ? identifier : undefined,
    ...(isCopy && {
      type: 'SUBNET' as const,
      base: otherBase === undefined ? base : undefined,
      blaze: otherBlaze === undefined ? blaze : undefined,
    }),
  });
}

/** Facts about a vault of two tokens, taken from quotes and balances. */
export interface FoundVault {
  readonly found: DescribedContract;
  /** Quotes for `FEE_PROBE` by opcode: 0, 1, 5 and 6; undefined if the contract gives none. */
  readonly quotes: ReadonlyMap<Opcode, HopQuote | undefined>;
  /** The tokens that the contract refers to, with the contract's balance of each, in smallest units. */
  readonly holdings: ReadonlyMap<ContractId, bigint>;
  /** The bases of the subnet copies among the tokens. */
  readonly bases: ReadonlyMap<ContractId, ContractId>;
}

/** Proposes the entry of a vault: a sublink, a pool whose quotes fit its holdings, or an external one. */
export function proposeVault({ found, quotes, holdings, bases }: FoundVault): Proposal<Vault> {
  const entry = (kind: VaultKind, more: Partial<Vault>) => ({
    ...vaultEntry(found, { kind, ...more }),
    ...(more.tokenA === undefined && { refersTo: [...holdings.keys()] }),
  });
  if (isEven(quotes.get(5)) && isEven(quotes.get(6))) {
    const copies = [...holdings.keys()].filter((id) => bases.has(id));
    const [tokenB] = copies;
    return copies.length === 1 && tokenB !== undefined
      ? entry('sublink', { tokenA: bases.get(tokenB)!, tokenB, feePpm: 0 })
      : entry('sublink', {});
  }
  const directions = [quotes.get(0), quotes.get(1)];
  const [pair, otherPair] = pairsOf(holdings).filter(([a, b]) => fitsExactly(directions, a[1], b[1]));
  if (pair === undefined || otherPair !== undefined)
    return proposeExternal(
      found,
      [...holdings.keys()],
      'its quotes are not those of one pool of what it holds, and it asks no pool of another exchange what it is',
    );
  const [[tokenA], [tokenB]] = pair;
  const pool = entry('pool', { tokenA, tokenB });
  const fees = feesOfQuotes({ ...pool.entry, kind: 'pool' } as Vault, directions);
  return fees.ok ? entry('pool', { tokenA, tokenB, ...fees.value }) : pool;
}

/** Proposes an entry of kind `external`, which is not routed, for a vault about which nothing more is known. */
export const proposeExternal = (
  found: DescribedContract,
  refersTo: readonly ContractId[],
  reason: string,
): Proposal<Vault> => ({ ...vaultEntry(found, { kind: 'external' }), refersTo, reason });

/** Facts that the chain states about a wrapper of another exchange's pool. */
export type FoundWrapper = Pick<Vault, 'tokenA' | 'tokenB' | 'stxWrapper'> & {
  readonly found: DescribedContract;
  readonly kind: WrappedPool['kind'];
  /** The contract that holds the pool's funds. */
  readonly holder: ContractId | undefined;
};

/** Proposes the entry of a wrapper. Its fee is left to the server, which reads it from the chain. */
export function proposeWrapper({ found, holder, ...facts }: FoundWrapper): Proposal<Vault> {
  const { fixedFeePpm, isQuoted } = rulesOf(facts);
  return vaultEntry(found, {
    ...facts,
    protocol: EXCHANGES[facts.kind],
    externalPoolId: holder,
    ...(!isQuoted && fixedFeePpm !== undefined && { feePpm: fixedFeePpm }),
  });
}

/**
 * Whether the quotes equal, to the unit, what the maths of the wrapper's kind gives for its reserves. True if only the contract
 * knows the maths.
 */
export function followsItsKind(
  vault: Vault,
  reserves: Reserves,
  quotes: readonly (HopQuote | undefined)[],
): boolean {
  const { isQuoted, opcodes } = rulesOf(vault);
  const isExact = () =>
    isRoutable(vault) &&
    opcodes.every((opcode, n) => quotes[n]?.dy === quoteHop(vault, reserves, opcode, FEE_PROBE).dy);
  return isQuoted || isExact();
}

function vaultEntry(
  { contractId, token }: DescribedContract,
  facts: { readonly [Field in keyof Vault]?: Vault[Field] | undefined },
): Proposal<Vault> {
  const { stxWrapper, feePpm, ...rest } = facts;
  return withMissing({
    contractId,
    protocol: contractParts(contractId).address,
    tokenA: undefined,
    tokenB: undefined,
    ...rest,
    // An entry can be complete without these two, so they are never listed as missing.
    ...defined({ stxWrapper, feePpm }),
    name: token.name ?? contractParts(contractId).name,
    symbol: token.symbol ?? contractParts(contractId).name,
  } as { readonly [Field in keyof Vault]: Vault[Field] | undefined });
}

const isEven = (quote: HopQuote | undefined): boolean =>
  quote !== undefined && quote.dy === quote.dx && quote.dy > 0n;

type Holding = readonly [token: ContractId, units: bigint];

function pairsOf(holdings: ReadonlyMap<ContractId, bigint>): readonly (readonly [Holding, Holding])[] {
  const held = [...holdings].filter(([, units]) => units > 0n);
  return held.flatMap((a) => held.filter((b) => b[0] !== a[0]).map((b) => [a, b] as const));
}

/** Whether both directions quote x · y = k over the reserves `a` and `b` to the unit, with outputs large enough to tell. */
function fitsExactly(directions: readonly (HopQuote | undefined)[], a: bigint, b: bigint): boolean {
  const fits = (quote: HopQuote | undefined, x: bigint, y: bigint) =>
    quote !== undefined && quote.dy === (quote.dx * y) / (x + quote.dx);
  const [aToB, bToA] = directions;
  return fits(aToB, a, b) && fits(bToA, b, a) && (aToB!.dy > 0n || bToA!.dy > 0n);
}

function withMissing<T extends { readonly contractId: ContractId }>(fields: {
  readonly [Name in keyof T]: T[Name] | undefined;
}) {
  const entries = Object.entries(fields);
  return {
    entry: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<T> &
      Pick<T, 'contractId'>,
    missing: entries.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}
