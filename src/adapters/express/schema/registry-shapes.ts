import type { TokenFacts } from '../../../domain/metadata-record/token-facts.js';
import type { RouterContract, Token } from '../../../domain/market/registry.js';
import { contractId, TOKEN_FACTS } from './common-schemas.js';
import { flag, list, oneOf } from './schema.js';
import { fields, named, optional } from './shape.js';

/** A token as the registry has it, for signing orders as well as for display. */
export const REGISTRY_TOKEN = named(
  'RegistryToken',
  fields<Token & Pick<TokenFacts, 'logo'>>()({
    contractId: contractId('the token'),
    symbol: TOKEN_FACTS.symbol,
    name: TOKEN_FACTS.name,
    decimals: TOKEN_FACTS.decimals,
    identifier: TOKEN_FACTS.identifier,
    image: optional(TOKEN_FACTS.image),
    logo: optional(TOKEN_FACTS.logo),
    description: optional(TOKEN_FACTS.description),
    type: optional(TOKEN_FACTS.type),
    base: optional(contractId('token that a subnet copy holds 1:1')),
    blaze: optional(oneOf(['v1', 'v2'], 'version of the signature domain that a subnet copy verifies')),
  }),
);

export const REGISTRY_ROUTER = named(
  'RegistryRouter',
  fields<RouterContract>()({
    id: contractId('the router'),
    payout: oneOf(['signer', 'any'], 'payees: only the order’s signer, or anyone'),
    blaze: list(oneOf(['v1', 'v2'], 'a version'), 'the signature domains that it knows'),
    legacyDefault: optional(flag('the router for orders without one')),
  }),
);
