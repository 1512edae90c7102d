import { contractParts, STX, type ContractId } from '../shared/contract-id.js';

/** Facts that a deployed contract states about itself. */
export interface ContractFacts {
  /** The number of arguments of each public and read-only function, by name. */
  readonly functions: ReadonlyMap<string, number>;
  /** The names of its fungible tokens. */
  readonly assets: readonly string[];
  readonly source: string;
  /** Height of the block that deployed it; absent if the node does not say. */
  readonly height?: number;
}

/** Values that a token's own functions return; absent if the contract returns none. */
export interface TokenFacts {
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
}

/** The functions, each with its number of arguments, that identify a kind of contract. */
const SHAPES = {
  vault: { execute: 2, quote: 2 },
  token: { transfer: 4, 'get-balance': 1, 'get-decimals': 0 },
  subnet: { 'x-transfer': 4, deposit: 2, withdraw: 2 },
  router: { 'x-swap-1': 3, 'x-swap-2': 4, 'x-swap-3': 5, 'x-swap-4': 6 },
} as const;

/** Whether the contract has all the functions of `shape`, with the same numbers of arguments. */
export function hasShape({ functions }: ContractFacts, shape: keyof typeof SHAPES): boolean {
  return Object.entries(SHAPES[shape]).every(([name, args]) => functions.get(name) === args);
}

const COMMENT = /;;.*$/gm;
const STRING = /"(?:[^"\\]|\\.)*"/g;
const FULL_ID = /'(S[0-9A-Z]{27,40}\.[a-zA-Z][a-zA-Z0-9_-]*)/g;
/** Matches `.name`, which means a contract of the same deployer. */
const SHORT_ID = /(?<![\w.'-])\.([a-zA-Z][a-zA-Z0-9_-]*)/g;
const MOVES_STX = /\bstx-(transfer|get-balance|account)/;

/** The source without comments, and with all string literals empty. */
export const codeOf = (source: string): string => source.replace(COMMENT, '').replace(STRING, '""');

/** The contracts that a contract's source refers to, except in comments and strings; includes `.stx` if the contract moves STX itself. */
export function referencesOf(contract: ContractId, { source }: ContractFacts): ReadonlySet<ContractId> {
  const code = codeOf(source);
  const { address } = contractParts(contract);
  const full = [...code.matchAll(FULL_ID)].map(([, id]) => id as ContractId);
  const short = [...code.matchAll(SHORT_ID)].map(([, name]) => `${address}.${name}` as ContractId);
  return new Set([...full, ...short, ...(MOVES_STX.test(code) ? [STX] : [])]);
}
