import { hasShape, referencesOf } from '../../domain/registry/contract-facts.js';
import {
  followsItsKind,
  proposeExternal,
  proposeWrapper,
  type DescribedContract,
  type Proposal,
} from '../../domain/registry/propose.js';
import { inOwnDecimals, isInOrder, type WrappedPool } from '../../domain/registry/wrapped-pool.js';
import type { Registry, Token } from '../../domain/market/registry.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok } from '../../domain/shared/result.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import { contractOfAsset, type HopQuote, type Vault } from '../../domain/vault/vault.js';
import type { ChainRead, ContractReader, LiquiditySource } from '../../ports/index.js';
import { readFees } from '../market/read-fees.js';

interface Needs {
  readonly contracts: ContractReader;
  readonly liquidity: LiquiditySource;
  readonly registry: Registry;
  /** Returns the token's entry, listed or proposed; examines the contract first if it is new. */
  readonly lookUp: (token: ContractId) => ChainRead<Partial<Token> | undefined>;
}

/** Proposes the entry of a vault that asks pools of other exchanges for their facts. Missing facts are reported, never guessed. */
export async function surveyWrapper(
  found: DescribedContract,
  pools: readonly WrappedPool[],
  quotes: readonly (HopQuote | undefined)[],
  needs: Needs,
): ChainRead<Proposal<Vault>> {
  const [pool, other] = pools;
  const unknown = (reason: string, tokens: readonly ContractId[] = []) =>
    ok(proposeExternal(found, tokens, reason));
  if (pool === undefined || other !== undefined)
    return unknown(`it asks ${pools.length} pools of other exchanges what they are`);
  const { kind } = pool;
  const sides: Side[] = [];
  for (const named of pool.tokens) {
    const side = await sideOf(named, pool, needs);
    if (!side.ok) return side;
    if (side.value === undefined)
      return unknown(`it is over a ${kind} pool, and nothing tells which token ${named} is`);
    sides.push(side.value);
  }
  const [x, y] = sides as [Side, Side];
  const tokens = [x.token, y.token];
  // Reads only what opcode 04 returns, since the wrapper's own holdings say nothing about the pool.
  const asked = { ...proposeExternal(found, [], '').entry, kind: 'velar' as const };
  const read = await needs.liquidity.readReserves([asked as Vault]);
  if (!read.ok) return read;
  const reserves = read.value.get(found.contractId);
  if (reserves === undefined)
    return unknown(`it is over a ${kind} pool, and does not say what that holds`, tokens);
  const holder = await holderOf(pool, [x, y], needs);
  if (!holder.ok) return holder;
  const isForward = isInOrder({
    reserves: [reserves.reserveA, reserves.reserveB],
    held: inOwnDecimals(pool, [x.decimals, y.decimals]) ?? [x.balance, y.balance],
    isUpperBound: pool.held === undefined,
  });
  if (isForward === undefined)
    return unknown(`its reserves do not tell the order of the two tokens of a ${kind} pool`, tokens);
  const [a, b] = isForward ? [x, y] : [y, x];
  const stxWrapper = rulesOf(pool).wrapsStx ? (x.stxWrapper ?? y.stxWrapper) : undefined;
  const proposal = proposeWrapper({
    found,
    kind,
    tokenA: a.token,
    tokenB: b.token,
    holder: holder.value,
    ...(stxWrapper && { stxWrapper }),
  });
  const entry = { ...proposal.entry } as Vault;
  const fees = entry.feePpm === undefined ? await readFees(entry, needs.liquidity) : undefined;
  if (fees?.ok === false && fees.error.kind === 'chain-unreachable') return err(fees.error);
  const withFees = fees?.ok === true ? { ...entry, ...fees.value } : entry;
  if (!followsItsKind(withFees, reserves, quotes))
    return unknown(`its quotes are not those of a ${kind} pool`, tokens);
  return ok({ ...proposal, entry: withFees });
}

/** One of the pool's two tokens. */
interface Side {
  readonly token: ContractId;
  readonly decimals: number;
  /** Balance of the pool's contract; 0 if the pool's description already has the amounts. */
  readonly balance: bigint;
  readonly stxWrapper?: Vault['stxWrapper'];
}

async function sideOf(named: ContractId, pool: WrappedPool, needs: Needs): ChainRead<Side | undefined> {
  const { registry, contracts, lookUp } = needs;
  const stxWrapper = registry.vaults
    .map((vault) => vault.stxWrapper)
    .find((asset) => asset !== undefined && contractOfAsset(asset) === named);
  const token = await tokenBehind(named, pool, stxWrapper !== undefined, needs);
  if (!token.ok) return token;
  if (token.value === undefined) return ok(undefined);
  const entry = await lookUp(token.value);
  if (!entry.ok) return entry;
  const decimals = entry.value?.decimals;
  if (decimals === undefined) return ok(undefined);
  const balance = pool.held ? ok(0n) : await contracts.holding(token.value, pool.contract);
  if (!balance.ok) return balance;
  const side = { token: token.value, decimals, balance: balance.value ?? 0n };
  return ok(stxWrapper === undefined ? side : { ...side, stxWrapper });
}

/** The token that a contract represents in a pool; undefined if nothing shows it. */
async function tokenBehind(
  named: ContractId,
  pool: WrappedPool,
  isStxWrapper: boolean,
  { registry: { wstx, tokens }, contracts, lookUp }: Needs,
): ChainRead<ContractId | undefined> {
  const isListed = (id: ContractId) => tokens.some(({ contractId }) => contractId === id);
  if (named === wstx || isStxWrapper) return ok(STX);
  if (isListed(named)) return ok(named);
  const facts = await contracts.describe(named);
  if (!facts.ok) return facts;
  if (facts.value === undefined) return ok(undefined);
  // A contract that defines no asset passes another token on.
  if (!hasShape(facts.value, 'subnet') && facts.value.assets.length === 0) {
    const [only, other] = [...referencesOf(named, facts.value)].filter((id) => id === STX || isListed(id));
    return ok(other === undefined ? only : undefined);
  }
  // An unlisted token may be the exchange's wrapped STX.
  if (rulesOf(pool).wrapsStx) return ok(undefined);
  const entry = await lookUp(named);
  return entry.ok ? ok(entry.value && named) : entry;
}

/** The contract that holds the pool's funds: the pool itself, or the one contract that holds the funds of all its exchange's pools. */
async function holderOf(
  pool: WrappedPool,
  sides: readonly [Side, Side],
  { contracts }: Needs,
): ChainRead<ContractId | undefined> {
  const { contract } = pool;
  if (!rulesOf(pool).sharesHolder) return ok(contract);
  const facts = await contracts.describe(contract);
  if (!facts.ok) return facts;
  const holders: ContractId[] = [];
  for (const candidate of new Set([contract, ...(facts.value ? referencesOf(contract, facts.value) : [])])) {
    if (candidate === STX) continue;
    const held: bigint[] = [];
    for (const { token } of sides) {
      const balance = await contracts.holding(token, candidate);
      if (!balance.ok) return balance;
      held.push(balance.value ?? 0n);
    }
    if (held.every((units) => units > 0n)) holders.push(candidate);
  }
  const [holder, other] = holders;
  return ok(other === undefined ? holder : undefined);
}
