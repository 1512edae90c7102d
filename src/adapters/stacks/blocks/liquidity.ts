import pLimit from 'p-limit';
import { rulesOf } from '../../../domain/vault/kinds.js';
import { CLEAR_OUTPUT, probeInputs, withProbe } from '../../../domain/vault/probes.js';
import type { HopQuote, Probe, Reserves, Vault } from '../../../domain/vault/vault.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { ok } from '../../../domain/shared/result.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';
import type { AskedHop, ChainTip, ChainRead, Clock, LiquiditySource } from '../../../ports/index.js';
import { tupleOf, unitsOf } from '../node/clarity.js';
import { bytesOf, SOME, uint } from '../node/consensus-bytes.js';
import { readContract, readHolding, type Read } from '../contracts/contract-reads.js';
import type { StacksNode } from '../node/node-client.js';
import { poolFees, readPoolData } from '../contracts/pool-data.js';

type Node = Pick<StacksNode, 'callRead' | 'stxBalance'>;

/** Options of a liquidity source. */
export interface LiquiditySourceOptions {
  readonly node: Node;
  readonly clock: Clock;
  /** Number of vaults read at a time. Default 8. */
  readonly concurrency?: number;
}

type Holdings = Omit<Reserves, 'readAt'>;

/**
 * Number of hops quoted at a time. A caller waits for a quote, so all its hops (four routes of up to four) are queried at once,
 * without queueing behind reads of reserves.
 */
const QUOTES_AT_ONCE = 16;

/** The opcode byte of a `quote` call that returns the vault's reserves. */
const RESERVES = 0x04;

/**
 * Reads reserves and quotes from the vaults' own contracts. Vaults of a kind without reserves are not queried for them; vaults
 * that only their contract can quote are also probed in both directions.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const liquidity = createLiquiditySource({ node, clock });
 * const reserves = await liquidity.readReserves(registry.vaults);
 */
export function createLiquiditySource(options: LiquiditySourceOptions): LiquiditySource {
  const { node, clock, concurrency = 8 } = options;
  const limit = pLimit(concurrency);
  const quoting = pLimit(QUOTES_AT_ONCE);
  const sizes = new Map<ContractId, Holdings>();

  return {
    async readReserves(vaults) {
      const queried = vaults.filter((vault) => rulesOf(vault).hasReserves);
      const reads = await limit.map(queried, async (vault) => {
        const readAt = clock.now();
        const holdings = await readHoldings(node, vault, { before: sizes.get(vault.contractId) });
        if (holdings.ok && holdings.value?.probes !== undefined) sizes.set(vault.contractId, holdings.value);
        return { vault, readAt, holdings };
      });
      const failures = reads.flatMap(({ holdings }) => (holdings.ok ? [] : [holdings]));
      if (failures.length > 0 && failures.length === reads.length) return failures[0]!;
      const reserves = reads.flatMap(({ vault, readAt, holdings }) =>
        holdings.ok && holdings.value ? [[vault.contractId, { ...holdings.value, readAt }] as const] : [],
      );
      return ok(new Map<ContractId, Reserves>(reserves));
    },

    async quoteHops(hops) {
      const reads = await quoting.map(hops, (hop) => readQuote(node, hop));
      const unreachable = reads.find((read) => !read.ok);
      return unreachable ?? ok(reads.map((read) => (read.ok ? read.value : undefined)));
    },

    async readPoolFees(vault) {
      const data = await readPoolData(node, rulesOf(vault).holder(vault), 'get-pool');
      return data.ok ? ok(data.value && poolFees(data.value)) : data;
    },
  };
}

/** The vault's own quote, as of the block `at` if given; undefined if its contract gives none. */
export async function readQuote(
  node: Node,
  { vault, opcode, amountIn }: AskedHop,
  at?: ChainTip,
): Read<HopQuote> {
  const quote = await queryVault(node, vault, amountIn, opcode, at);
  if (!quote.ok) return quote;
  const { dx, dy } = quote.value;
  return ok(dx === undefined || dy === undefined ? undefined : { dx, dy });
}

type Delta = Readonly<Record<'dx' | 'dy' | 'dk', Units | undefined>>;

/** Calls the vault's own `quote` and returns its tuple. A field that is not an amount is undefined. */
async function queryVault(
  node: Node,
  { contractId }: Vault,
  amount: bigint,
  opcode: number,
  at?: ChainTip,
): ChainRead<Delta> {
  const byte = Buffer.concat([SOME, bytesOf(Uint8Array.of(opcode))]);
  const quote = await readContract(node, contractId, 'quote', [uint(amount), byte], at);
  if (!quote.ok) return quote;
  const { dx, dy, dk } = tupleOf(quote.value) ?? {};
  return ok({ dx: unitsOf(dx), dy: unitsOf(dy), dk: unitsOf(dk) });
}

/**
 * Reads the holdings of the vault, as of the block `at` if given; undefined if its contract gives none. `before` is the last
 * reading: it is close enough to choose the sizes of the probes, so they need not wait for the new reserves.
 */
export async function readHoldings(
  node: Node,
  vault: Vault,
  { before, at }: { readonly before?: Holdings | undefined; readonly at?: ChainTip } = {},
): Read<Holdings> {
  const reading = readReserves(node, vault, at);
  if (!rulesOf(vault).isQuoted) return reading;
  const sizes = before === undefined ? await reading : ok(before);
  if (!sizes.ok || sizes.value === undefined) return sizes;
  const [forward, backward] = rulesOf(vault).opcodes;
  const [held, aToB, bToA] = await Promise.all([
    reading,
    readProbes(node, vault, forward, sizes.value.reserveA, at),
    readProbes(node, vault, backward, sizes.value.reserveB, at),
  ]);
  if (!held.ok || held.value === undefined) return held;
  if (!aToB.ok) return aToB;
  if (!bToA.ok) return bToA;
  return ok({ ...held.value, probes: { aToB: aToB.value, bToA: bToA.value } });
}

/** Quotes a small part of the input reserve, or a larger part if the output is too small to show a price. */
async function readProbes(
  node: Node,
  vault: Vault,
  opcode: number,
  reserve: bigint,
  at?: ChainTip,
): ChainRead<readonly Probe[]> {
  let probes: readonly Probe[] = [];
  for (const amount of probeInputs(reserve)) {
    const quote = await queryVault(node, vault, amount, opcode, at);
    if (!quote.ok) return quote;
    const { dy: amountOut } = quote.value;
    if (amountOut === undefined || amountOut === 0n) continue;
    probes = withProbe(probes, { amountIn: toUnits(amount), amountOut });
    if (amountOut >= CLEAR_OUTPUT) break;
  }
  return ok(probes);
}

async function readReserves(node: Node, vault: Vault, at?: ChainTip): Read<Holdings> {
  const quote = await queryVault(node, vault, 0n, RESERVES, at);
  if (!quote.ok) return quote;
  const { dx: reserveA, dy: reserveB, dk: supply } = quote.value;
  // A vault that does not know the opcode may quote a swap of 0 instead.
  const hasReserves = reserveA !== undefined && reserveB !== undefined && reserveA + reserveB > 0n;
  if (hasReserves) return ok({ reserveA, reserveB, supply: supply ?? toUnits(0n) });
  return rulesOf(vault).balancesAreReserves ? readBalances(node, vault, at) : ok(undefined);
}

/** Reads the reserves of an early vault, which cannot report them: they are the balances of the contract that holds its funds. */
async function readBalances(node: Node, vault: Vault, at?: ChainTip): Read<Holdings> {
  const holder = rulesOf(vault).holder(vault);
  const [balanceA, balanceB, supply] = await Promise.all([
    readHolding(node, vault.tokenA, holder, at),
    readHolding(node, vault.tokenB, holder, at),
    readContract(node, vault.contractId, 'get-total-supply', [], at),
  ]);
  if (!balanceA.ok) return balanceA;
  if (!balanceB.ok) return balanceB;
  if (!supply.ok) return supply;
  const [reserveA, reserveB] = [balanceA.value, balanceB.value];
  if (reserveA === undefined || reserveB === undefined) return ok(undefined);
  return ok({ reserveA, reserveB, supply: unitsOf(supply.value) ?? toUnits(0n) });
}
