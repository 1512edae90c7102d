import { Cl, ClarityType } from '@stacks/transactions';
import pLimit from 'p-limit';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { HopQuote, Reserves, Vault } from '../../domain/vault/vault.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { AskedHop, ChainTip, ChainUnreachable, Clock, LiquiditySource } from '../../ports/index.js';
import { unitsOf } from './clarity.js';
import { readContract, readTokenBalance, type Read } from './contract-reads.js';
import type { StacksNode } from './node-client.js';

type Node = Pick<StacksNode, 'callRead' | 'stxBalance'>;

/** What a liquidity source reads with. */
export interface LiquiditySourceOptions {
  readonly node: Node;
  readonly clock: Clock;
  /** How many vaults are queried at a time. Default 8. */
  readonly concurrency?: number;
}

type Holdings = Omit<Reserves, 'readAt'>;

/** The opcode byte of a `quote` call that returns the vault's reserves. */
const RESERVES = 0x04;

/**
 * Reads reserves and quotes from the vaults' own contracts. Vaults of a kind without reserves are not queried for them.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const liquidity = createLiquiditySource({ node, clock });
 * const reserves = await liquidity.readReserves(registry.vaults);
 */
export function createLiquiditySource(options: LiquiditySourceOptions): LiquiditySource {
  const { node, clock, concurrency = 8 } = options;
  const limit = pLimit(concurrency);

  return {
    async readReserves(vaults) {
      const queried = vaults.filter((vault) => rulesOf(vault).hasReserves);
      const reads = await limit.map(queried, async (vault) => {
        const readAt = clock.now();
        return { vault, readAt, holdings: await readHoldings(node, vault) };
      });
      const failures = reads.flatMap(({ holdings }) => (holdings.ok ? [] : [holdings]));
      if (failures.length > 0 && failures.length === reads.length) return failures[0]!;
      const reserves = reads.flatMap(({ vault, readAt, holdings }) =>
        holdings.ok && holdings.value ? [[vault.contractId, { ...holdings.value, readAt }] as const] : [],
      );
      return ok(new Map<ContractId, Reserves>(reserves));
    },

    async quoteHops(hops) {
      const reads = await limit.map(hops, (hop) => readQuote(node, hop));
      const unreachable = reads.find((read) => !read.ok);
      return unreachable ?? ok(reads.map((read) => (read.ok ? read.value : undefined)));
    },
  };
}

async function readQuote(node: Node, { vault, opcode, amountIn }: AskedHop): Read<HopQuote> {
  const quote = await queryVault(node, vault, amountIn, opcode);
  if (!quote.ok) return quote;
  const { dx, dy } = quote.value;
  return ok(dx === undefined || dy === undefined ? undefined : { dx, dy });
}

type Delta = Readonly<Record<'dx' | 'dy' | 'dk', Units | undefined>>;

/** The tuple that the vault's own `quote` returns; a field that is not an amount is undefined. */
async function queryVault(
  node: Node,
  { contractId }: Vault,
  amount: bigint,
  opcode: number,
  at?: ChainTip,
): Promise<Result<Delta, ChainUnreachable>> {
  const byte = Cl.some(Cl.buffer(Uint8Array.of(opcode)));
  const quote = await readContract(node, contractId, 'quote', [Cl.uint(amount), byte], at);
  if (!quote.ok) return quote;
  const { dx, dy, dk } = quote.value?.type === ClarityType.Tuple ? quote.value.value : {};
  return ok({ dx: unitsOf(dx), dy: unitsOf(dy), dk: unitsOf(dk) });
}

/** The vault's reserves, as of the block `at` if given; undefined when its contract gives none. */
export async function readHoldings(node: Node, vault: Vault, at?: ChainTip): Read<Holdings> {
  const quote = await queryVault(node, vault, 0n, RESERVES, at);
  if (!quote.ok) return quote;
  const { dx: reserveA, dy: reserveB, dk: supply } = quote.value;
  // A vault that does not know the opcode may also quote a swap of 0.
  const hasReserves = reserveA !== undefined && reserveB !== undefined && reserveA + reserveB > 0n;
  return hasReserves
    ? ok({ reserveA, reserveB, supply: supply ?? toUnits(0n) })
    : readBalances(node, vault, at);
}

/** Early vaults cannot report reserves: then they are the balances of the contract that holds the funds. */
async function readBalances(node: Node, vault: Vault, at?: ChainTip): Read<Holdings> {
  const holder = rulesOf(vault).holder(vault);
  const [balanceA, balanceB, supply] = await Promise.all([
    readBalance(node, vault.tokenA, holder, at),
    readBalance(node, vault.tokenB, holder, at),
    readContract(node, vault.contractId, 'get-total-supply', [], at),
  ]);
  if (!balanceA.ok) return balanceA;
  if (!balanceB.ok) return balanceB;
  if (!supply.ok) return supply;
  const [reserveA, reserveB] = [balanceA.value, balanceB.value];
  if (reserveA === undefined || reserveB === undefined) return ok(undefined);
  return ok({ reserveA, reserveB, supply: unitsOf(supply.value) ?? toUnits(0n) });
}

async function readBalance(node: Node, token: ContractId, holder: ContractId, at?: ChainTip): Read<Units> {
  if (token !== STX) return readTokenBalance(node, token, holder, at);
  const balance = await node.stxBalance(holder, at);
  return balance.ok ? ok(toUnits(balance.value)) : balance;
}
