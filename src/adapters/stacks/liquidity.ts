import { Cl, ClarityType, cvToHex, type ClarityValue } from '@stacks/transactions';
import pLimit from 'p-limit';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { HopQuote, Reserves, Vault } from '../../domain/vault/vault.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { AskedHop, ChainUnreachable, Clock, LiquiditySource } from '../../ports/index.js';
import { decodeClarity, okValue, unitsOf } from './clarity.js';
import type { StacksNode } from './node-client.js';

export interface LiquiditySourceOptions {
  readonly node: Pick<StacksNode, 'callRead' | 'stxBalance'>;
  readonly clock: Clock;
  /** How many vaults are asked at a time. Default 8. */
  readonly concurrency?: number;
}

type Holdings = Omit<Reserves, 'readAt'>;
type Answer<T> = Promise<Result<T | undefined, ChainUnreachable>>;

/** Opcode byte that asks a vault for its reserves. */
const RESERVES = 0x04;

/** Asks the vaults themselves. Sublinks hold their base token 1:1 and are not asked. */
export function createLiquiditySource({
  node,
  clock,
  concurrency = 8,
}: LiquiditySourceOptions): LiquiditySource {
  const limit = pLimit(concurrency);

  return {
    async readReserves(vaults) {
      const asked = vaults.filter((vault) => rulesOf(vault).hasReserves);
      const answers = await limit.map(asked, async (vault) => {
        const readAt = clock.now();
        return { vault, readAt, holdings: await readHoldings(node, vault) };
      });
      const reserves = new Map<ContractId, Reserves>();
      let unreachable: ChainUnreachable | undefined;
      let reached = asked.length === 0;
      for (const { vault, readAt, holdings } of answers) {
        if (!holdings.ok) {
          unreachable ??= holdings.error;
          continue;
        }
        reached = true;
        if (holdings.value !== undefined) reserves.set(vault.contractId, { ...holdings.value, readAt });
      }
      return reached || unreachable === undefined ? ok(reserves) : err(unreachable);
    },

    async quoteHops(hops) {
      const answers = await limit.map(hops, (hop) => readQuote(node, hop));
      const unreachable = answers.find((answer) => !answer.ok);
      return unreachable ?? ok(answers.map((answer) => (answer.ok ? answer.value : undefined)));
    },
  };
}

type Node = LiquiditySourceOptions['node'];

async function readQuote(node: Node, { vault, opcode, amountIn }: AskedHop): Answer<HopQuote> {
  const quote = await askVault(node, vault, amountIn, opcode);
  if (!quote.ok) return quote;
  const { dx, dy } = quote.value;
  return ok(dx === undefined || dy === undefined ? undefined : { dx, dy });
}

type Delta = Readonly<Partial<Record<'dx' | 'dy' | 'dk', Units>>>;

/** What the vault's own `quote` says; fields that are no amounts are absent. */
async function askVault(
  node: Node,
  { contractId }: Vault,
  amount: bigint,
  opcode: number,
): Promise<Result<Delta, ChainUnreachable>> {
  const byte = Cl.some(Cl.buffer(Uint8Array.of(opcode)));
  const quote = await call(node, contractId, 'quote', [Cl.uint(amount), byte]);
  if (!quote.ok) return quote;
  const { dx, dy, dk } = quote.value?.type === ClarityType.Tuple ? quote.value.value : {};
  const amounts = { dx: unitsOf(dx), dy: unitsOf(dy), dk: unitsOf(dk) };
  return ok(Object.fromEntries(Object.entries(amounts).filter(([, value]) => value !== undefined)));
}

async function readHoldings(node: Node, vault: Vault): Answer<Holdings> {
  const quote = await askVault(node, vault, 0n, RESERVES);
  if (!quote.ok) return quote;
  const { dx: reserveA, dy: reserveB, dk: supply } = quote.value;
  // A vault that does not know the opcode may also answer as if it were a swap of nothing.
  const isAnswer = reserveA !== undefined && reserveB !== undefined && reserveA + reserveB > 0n;
  return isAnswer ? ok({ reserveA, reserveB, supply: supply ?? toUnits(0n) }) : readBalances(node, vault);
}

/** Early vaults do not tell their reserves: then those are the balances of who holds their funds. */
async function readBalances(node: Node, vault: Vault): Answer<Holdings> {
  const holder = rulesOf(vault).holder(vault);
  const [balanceA, balanceB, supply] = await Promise.all([
    readBalance(node, vault.tokenA, holder),
    readBalance(node, vault.tokenB, holder),
    call(node, vault.contractId, 'get-total-supply', []),
  ]);
  if (!balanceA.ok) return balanceA;
  if (!balanceB.ok) return balanceB;
  if (!supply.ok) return supply;
  const [reserveA, reserveB] = [balanceA.value, balanceB.value];
  if (reserveA === undefined || reserveB === undefined) return ok(undefined);
  return ok({ reserveA, reserveB, supply: unitsOf(supply.value) ?? toUnits(0n) });
}

async function readBalance(node: Node, token: ContractId, holder: ContractId): Answer<Units> {
  if (token === STX) {
    const balance = await node.stxBalance(holder);
    return balance.ok ? ok(toUnits(balance.value)) : balance;
  }
  const balance = await call(node, token, 'get-balance', [Cl.principal(holder)]);
  return balance.ok ? ok(unitsOf(balance.value)) : balance;
}

/** The value of a read-only call, taken out of `(ok …)`; undefined when there is none. */
async function call(
  node: Node,
  contract: ContractId,
  functionName: string,
  args: readonly ClarityValue[],
): Answer<ClarityValue> {
  const answer = await node.callRead(
    contract,
    functionName,
    args.map((arg) => cvToHex(arg)),
  );
  return answer.ok ? ok(okValue(decodeClarity(answer.value))) : answer;
}
