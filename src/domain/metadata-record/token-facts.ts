import type { Token } from '../market/registry.js';
import { defined, isObject } from '../shared/fields.js';
import type { MetadataRecord } from './metadata-record.js';

/** Facts that a metadata record states about its token. Empty and unusable fields are absent. */
export type TokenFacts = Partial<
  Pick<Token, 'name' | 'symbol' | 'image' | 'description' | 'identifier' | 'decimals'>
> & {
  /** Safety facts of its contract in four letters. A record cannot state them. */
  readonly safety?: string;
  /** Tag of its stored logo. A record cannot state it. */
  readonly logo?: string;
};

/** Facts about tokens, by contract id. */
export type TokenFactsById = ReadonlyMap<string, TokenFacts>;

/** Maximum lengths in characters. Longer texts stay in the record but out of token lists. */
const LONGEST = { name: 200, symbol: 50, image: 2_048, description: 5_000, identifier: 128 } as const;
const MAX_DECIMALS = 18;

/**
 * Reads a record in the old or new form. Symbol, decimals and identifier in `properties` take precedence over those at the top
 * level.
 */
export function tokenFacts(record: MetadataRecord): TokenFacts {
  const { name, image, description, properties } = record;
  const inner = isObject(properties) ? properties : {};
  return defined({
    name: text(name, LONGEST.name),
    symbol: text(inner['symbol'], LONGEST.symbol) ?? text(record['symbol'], LONGEST.symbol),
    image: text(image, LONGEST.image),
    description: text(description, LONGEST.description),
    identifier:
      text(inner['identifier'], LONGEST.identifier) ?? text(record['identifier'], LONGEST.identifier),
    decimals: decimals(inner['decimals']) ?? decimals(record['decimals']),
  });
}

/**
 * Describes a token for display. Name, symbol, image, description and identifier come from its metadata if stated there;
 * decimals, on which amounts depend, always come from the registry. Never use the result to build a transaction, whose
 * identifiers must come from the registry.
 *
 * @example
 * const shown = describeToken(token, await core.metadata.facts());
 */
export function describeToken<T extends TokenFacts & Pick<Token, 'contractId'>>(
  token: T,
  facts: TokenFactsById,
): T & Pick<TokenFacts, 'safety' | 'logo'> {
  const known = facts.get(token.contractId);
  if (known === undefined) return withoutInlineImage(token);
  const { decimals: _registryWins, ...shown } = known;
  return withoutInlineImage({ ...token, ...shown });
}

/** Leaves out an image that is a data: address: it would make each list longer by a file that the stored logo shows as well. */
export function withoutInlineImage<T extends Pick<TokenFacts, 'image'>>(token: T): T {
  if (token.image?.startsWith('data:') !== true) return token;
  const { image: _inline, ...rest } = token;
  return rest as T;
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
