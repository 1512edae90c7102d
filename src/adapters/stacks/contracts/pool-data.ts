import { ClarityType, type ClarityValue } from '@stacks/transactions';
import type { ContractFacts } from '../../../domain/registry/contract-facts.js';
import {
  describingCalls,
  type DescribingCall,
  type WrappedPool,
} from '../../../domain/registry/wrapped-pool.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { defined } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import { feesOfPoints } from '../../../domain/vault/bitflow-xyk.js';
import type { VaultFees } from '../../../domain/vault/fee.js';
import type { ChainRead } from '../../../ports/index.js';
import { tupleOf, unitsOf } from '../node/clarity.js';
import { principal, uint } from '../node/consensus-bytes.js';
import { readContract } from './contract-reads.js';
import type { StacksNode } from '../node/node-client.js';

/** The tuple with which a pool of another exchange describes itself, by field. */
export type PoolData = Readonly<Record<string, ClarityValue>>;

/** Reads a pool's description; undefined if the contract gives none. */
export async function readPoolData(
  node: Pick<StacksNode, 'callRead'>,
  pool: ContractId,
  functionName: string,
  args: readonly Uint8Array[] = [],
): ChainRead<PoolData | undefined> {
  const read = await readContract(node, pool, functionName, args);
  if (!read.ok) return read;
  const value = read.value?.type === ClarityType.OptionalSome ? read.value.value : read.value;
  return ok(tupleOf(value));
}

/** Returns the fees in a pool's description, converted from basis points; undefined if the two directions have different fees. */
export function poolFees(data: PoolData): VaultFees | undefined {
  const points = (field: string) => Number(unitsOf(data[field]) ?? NaN);
  const [protocol, provider] = [points('x-protocol-fee'), points('x-provider-fee')];
  const isSame = protocol === points('y-protocol-fee') && provider === points('y-provider-fee');
  return isSame ? feesOfPoints(protocol, provider) : undefined;
}

/** Fields that identify the kind of a described pool: it is the first kind of which the description has every field. */
const SHAPES: readonly (readonly [WrappedPool['kind'], ...(readonly string[])])[] = [
  ['velar', 'token0', 'token1', 'reserve0', 'reserve1'],
  ['bitflow-dlmm', 'x-token', 'y-token', 'active-bin-id'],
  ['bitflow-stableswap', 'amplification-coefficient'],
  ['arkadiko', 'balance-x', 'balance-y', 'fee-balance-x', 'fee-balance-y'],
  ['alex', 'balance-x', 'balance-y', 'fee-rate-x', 'fee-rate-y'],
  ['bitflow-xyk', 'x-token', 'y-token', 'x-balance', 'y-balance', 'x-protocol-fee', 'x-provider-fee'],
];
const TOKENS = [
  ['token0', 'token1'],
  ['x-token', 'y-token'],
] as const;
const BALANCES = [
  ['reserve0', 'reserve1'],
  ['x-balance', 'y-balance'],
  ['balance-x', 'balance-y'],
] as const;

/** Asks the pools named in the contract's source for their descriptions. Descriptions of unknown kinds are left out. */
export async function readPoolsBehind(
  node: Pick<StacksNode, 'callRead'>,
  contract: ContractId,
  facts: ContractFacts,
): ChainRead<readonly WrappedPool[]> {
  const pools: WrappedPool[] = [];
  for (const call of describingCalls(contract, facts)) {
    const args = call.args.map((arg) => (typeof arg === 'bigint' ? uint(arg) : principal(arg)));
    const data = await readPoolData(node, call.contract, call.functionName, args);
    if (!data.ok) return data;
    const pool = data.value && poolOf(call, data.value);
    if (pool !== undefined) pools.push(pool);
  }
  return ok(pools);
}

function poolOf({ contract, args }: DescribingCall, data: PoolData): WrappedPool | undefined {
  const [kind] = SHAPES.find(([, ...fields]) => fields.every((field) => field in data)) ?? [];
  const named = args.filter((arg) => typeof arg !== 'bigint');
  const [x, y] = pairOf(TOKENS, data, contractOf) ?? named;
  if (kind === undefined || x === undefined || y === undefined) return undefined;
  return defined({ kind, contract, tokens: [x, y] as const, held: pairOf(BALANCES, data, unitsOf) });
}

/** Returns the values of the first of these pairs of fields that the description has; undefined if it has none. */
function pairOf<T>(
  pairs: readonly (readonly [string, string])[],
  data: PoolData,
  read: (value: ClarityValue | undefined) => T | undefined,
): readonly [T, T] | undefined {
  for (const fields of pairs) {
    const [x, y] = fields.map((field) => read(data[field]));
    if (x !== undefined && y !== undefined) return [x, y];
  }
  return undefined;
}

const contractOf = (value: ClarityValue | undefined): ContractId | undefined =>
  value?.type === ClarityType.PrincipalContract ? (value.value as ContractId) : undefined;
