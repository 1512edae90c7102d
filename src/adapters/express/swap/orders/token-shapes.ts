import type { Token } from '../../../../domain/market/registry.js';
import type { UnlistedToken } from '../../../../domain/metadata-record/token-book.js';
import { contractId, TOKEN_FACTS } from '../../schema/common-schemas.js';
import { wordOf, writtenOnce, type JsonSchema } from '../../schema/schema.js';
import { field, fields, namedSchema, optional } from '../../schema/shape.js';

const type = wordOf({ SIP10: 'a plain token', SUBNET: 'a subnet copy' }, 'the kind of token');
const LABELS = {
  image: optional(TOKEN_FACTS.image),
  description: optional(TOKEN_FACTS.description),
};
const typeOf = ({ type: known }: Token): 'SIP10' | 'SUBNET' => known ?? 'SIP10';

/** A token of a quote, as described by its metadata and the registry. */
export const QUOTE_TOKEN = namedSchema(
  'QuoteToken',
  writtenOnce(
    fields<Token>()({
      contractId: contractId('the token'),
      symbol: TOKEN_FACTS.symbol,
      decimals: TOKEN_FACTS.decimals,
      name: TOKEN_FACTS.name,
      identifier: TOKEN_FACTS.identifier,
      ...LABELS,
      type: field(type, typeOf),
      base: optional(contractId('token that a subnet copy holds 1:1')),
    }).schema,
  ),
);

const UNLISTED: JsonSchema = {
  description:
    'A token of a past swap: a QuoteToken. One that has left the registry may have only its contractId.',
};

/** A token that an order went through. */
export const ORDER_TOKEN = namedSchema(
  'OrderToken',
  writtenOnce(
    fields<Token | UnlistedToken>()(
      {
        contractId: contractId('the token'),
        symbol: optional(TOKEN_FACTS.symbol),
        decimals: optional(TOKEN_FACTS.decimals),
        name: optional(TOKEN_FACTS.name),
        identifier: optional(TOKEN_FACTS.identifier),
        ...LABELS,
        type: optional(type, (token) => ('unlisted' in token ? undefined : typeOf(token))),
        base: optional(contractId('token that a subnet copy holds 1:1')),
      },
      UNLISTED,
    ).schema,
  ),
);
