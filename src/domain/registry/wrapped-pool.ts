import { contractParts, type ContractId } from '../shared/contract-id.js';
import { codeOf, type ContractFacts } from './contract-facts.js';
import { rulesOf } from '../vault/kinds.js';
import type { VaultKind } from '../vault/vault.js';

/** A pool of another exchange, as described by the contract that a wrapper asks. */
export interface WrappedPool {
  readonly kind: Exclude<VaultKind, 'pool' | 'sublink' | 'fee-out-pool' | 'external'>;
  /** The contract that was asked. */
  readonly contract: ContractId;
  /** Tokens as the pool names them. A name may be a contract that only represents the token within the exchange. */
  readonly tokens: readonly [x: ContractId, y: ContractId];
  /** Amounts of both tokens in the pool's books; absent if they are kept in its bins. */
  readonly held?: readonly [x: bigint, y: bigint];
}

/** The exchange under which a vault is listed, by the kind of the pool behind it. */
export const EXCHANGES: Readonly<Record<WrappedPool['kind'] | 'fee-out-pool', string>> = {
  velar: 'VELAR',
  arkadiko: 'ARKADIKO',
  'bitflow-xyk': 'BITFLOW',
  'bitflow-stableswap': 'BITFLOW',
  'bitflow-dlmm': 'BITFLOW',
  alex: 'ALEX',
  'fee-out-pool': 'FAKTORY',
};

/** A call with literal arguments: contracts and unsigned integers. */
export interface DescribingCall {
  readonly contract: ContractId;
  readonly functionName: string;
  readonly args: readonly (ContractId | bigint)[];
}

const CALL =
  /\(contract-call\?\s+('?[A-Z0-9]*\.[\w-]+)\s+((?:do-)?get-(?:pool|pair)[\w!?-]*)((?:\s+[^\s()]+)*)\s*\)/g;
const CONSTANT = /\(define-constant\s+([\w!?-]+)\s+([^\s()]+)\s*\)/g;
const NUMBER = /^u(\d+)$/;
const CONTRACT = /^'?([A-Z0-9]*)\.([\w-]+)$/;

/** The calls in which a wrapper may ask another exchange's pool for its facts. Calls with computed arguments are left out. */
export function describingCalls(caller: ContractId, { source }: ContractFacts): readonly DescribingCall[] {
  const code = codeOf(source);
  const constants = new Map([...code.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value]));
  const idOf = (text: string): ContractId | undefined => {
    const [, address, name] = CONTRACT.exec(text) ?? [];
    if (name === undefined) return undefined;
    return `${address || contractParts(caller).address}.${name}` as ContractId;
  };
  const valueOf = (text: string): ContractId | bigint | undefined => {
    const literal = constants.get(text) ?? text;
    const [, digits] = NUMBER.exec(literal) ?? [];
    return digits === undefined ? idOf(literal) : BigInt(digits);
  };
  const calls = new Map<string, DescribingCall>();
  for (const [text, called = '', functionName = '', rest = ''] of code.matchAll(CALL)) {
    const contract = idOf(called);
    const args = rest.split(/\s+/).filter(Boolean).map(valueOf);
    if (contract === undefined || args.includes(undefined)) continue;
    calls.set(text, { contract, functionName, args: args as (ContractId | bigint)[] });
  }
  return [...calls.values()];
}

/** Amounts that tell which of a pool's tokens is token A of its wrapper. */
export interface Sides {
  readonly reserves: readonly [a: bigint, b: bigint];
  /** Amount of each token in the pool, in the pool's order of tokens and in smallest units. */
  readonly held: readonly [x: bigint, y: bigint];
  /** Whether `held` may exceed the reserves, because it is the contract's balances, which include unpaid fees. */
  readonly isUpperBound: boolean;
}

/** Whether token A is the pool's first token; undefined if the amounts fit both orders, or neither. */
export function isInOrder({ reserves: [a, b], held: [x, y], isUpperBound }: Sides): boolean | undefined {
  const fits = (reserve: bigint, has: bigint) => (isUpperBound ? reserve <= has : reserve === has);
  const [same, reversed] = [fits(a, x) && fits(b, y), fits(a, y) && fits(b, x)];
  return same === reversed ? undefined : same;
}

/** Converts the amounts in the pool's books to the decimals of its tokens. */
export function inOwnDecimals(pool: WrappedPool, decimals: readonly [number, number]): WrappedPool['held'] {
  const { bookDecimals } = rulesOf(pool);
  if (bookDecimals === undefined || pool.held === undefined) return pool.held;
  const [x, y] = pool.held.map(
    (fixed, n) => (fixed * 10n ** BigInt(decimals[n]!)) / 10n ** BigInt(bookDecimals),
  );
  return [x!, y!];
}
