import type { ContractId } from '../shared/contract-id.js';
import { isObject } from '../shared/fields.js';
import type { MetadataRecord } from './metadata-record.js';

/** What a metadata record says of its token. A field that is absent, empty or unusable is absent. */
export interface TokenFacts {
  readonly name?: string;
  readonly symbol?: string;
  readonly image?: string;
  readonly description?: string;
  readonly identifier?: string;
  /** 0 to 18. */
  readonly decimals?: number;
}

/** By contract id. */
export type TokenFactsById = ReadonlyMap<string, TokenFacts>;

/** Characters. Longer texts, such as images given as data, stay in the record and out of lists of tokens. */
const LONGEST = { name: 200, symbol: 50, image: 2_048, description: 5_000, identifier: 128 } as const;
const MAX_DECIMALS = 18;

/** Reads a record of either age: newer ones hold symbol, decimals and identifier in `properties`, which come first. */
export function tokenFacts(record: MetadataRecord): TokenFacts {
  const { name, image, description, properties } = record;
  const inner = isObject(properties) ? properties : {};
  const facts = {
    name: text(name, LONGEST.name),
    symbol: text(inner['symbol'], LONGEST.symbol) ?? text(record['symbol'], LONGEST.symbol),
    image: text(image, LONGEST.image),
    description: text(description, LONGEST.description),
    identifier:
      text(inner['identifier'], LONGEST.identifier) ?? text(record['identifier'], LONGEST.identifier),
    decimals: decimals(inner['decimals']) ?? decimals(record['decimals']),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** A token, vault or anything else that is shown with a name. */
export interface Described {
  readonly contractId: ContractId;
  readonly name: string;
  readonly symbol: string;
  readonly image?: string;
  readonly description?: string;
  readonly identifier?: string;
}

/**
 * A token of the registry as it is shown: what its metadata says wins on name, symbol, image, description and
 * identifier, the registry on decimals, in which money is counted. For showing only: what a transaction names, such as
 * the identifier of a post-condition, is the registry's.
 */
export function describeToken<T extends Described>(token: T, facts: TokenFactsById): T {
  const known = facts.get(token.contractId);
  if (known === undefined) return token;
  const { decimals: _registryWins, ...shown } = known;
  return { ...token, ...shown };
}

function text(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.trim();
  return trimmed === '' || trimmed.length > longest ? undefined : trimmed;
}

function decimals(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[0-9]{1,2}$/.test(value) ? Number(value) : value;
  const isUsable =
    typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_DECIMALS;
  return isUsable ? number : undefined;
}
