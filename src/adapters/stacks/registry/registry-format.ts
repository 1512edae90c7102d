import { VAULT_KINDS } from '../../../domain/vault/kinds.js';
import {
  ASSET,
  choice,
  CONTRACT,
  CONTRACT_OR_EMPTY,
  FLAG,
  optional,
  required,
  schemaOfEntry,
  someOf,
  IMAGE,
  TEXT,
  TOKEN,
  wholeNumber,
  type JsonSchema,
} from './registry-entry.js';

const source = optional(TEXT, 'where the facts come from: a note for people');

/** A router. */
export const ROUTER_FORMAT = {
  id: required(CONTRACT, 'the router’s contract'),
  payout: required(choice('signer', 'any'), 'payees: only the order’s signer, or anyone'),
  blaze: optional(someOf('v1', 'v2'), 'the signature domains that it knows; both when absent'),
  legacyDefault: optional(FLAG, 'true: the router for orders without one'),
  source,
} as const;

/** A token or a subnet copy. */
export const TOKEN_FORMAT = {
  contractId: required(TOKEN, 'the token’s contract, or .stx'),
  symbol: required(TEXT, 'symbol'),
  name: required(TEXT, 'name'),
  decimals: optional(
    wholeNumber(0, 18),
    'may be absent while no vault holds the token; it is not listed then',
  ),
  identifier: required(TEXT, 'name of the asset inside the contract, as post-conditions use it'),
  image: optional(IMAGE, 'address of an image'),
  description: optional(TEXT, 'about the token'),
  type: optional(choice('SUBNET'), 'present on subnet copies'),
  base: optional(TOKEN, 'the token that a subnet copy holds 1:1; required on copies'),
  blaze: optional(choice('v1', 'v2'), 'the signature domain that a subnet copy verifies; required on copies'),
  source,
} as const;

/** A vault. */
export const VAULT_FORMAT = {
  contractId: required(CONTRACT, 'the vault’s contract'),
  kind: required(choice(...VAULT_KINDS), 'kind of the vault'),
  protocol: required(TEXT, 'operator of the vault'),
  tokenA: required(TOKEN, 'what opcode 0 takes'),
  tokenB: required(TOKEN, 'what opcode 1 takes'),
  feePpm: optional(
    wholeNumber(0, 1_000_000),
    'fee in parts per million of the input; when absent it is read from the chain',
  ),
  externalPoolId: optional(CONTRACT_OR_EMPTY, 'the contract that holds the funds in place of the vault'),
  engineContractId: optional(CONTRACT_OR_EMPTY, 'the contract behind it'),
  protocolFeePpm: optional(
    wholeNumber(0, 1_000_000),
    'the part of feePpm that goes to the operator, if the contract rounds the two parts one by one',
  ),
  stxWrapper: optional(ASSET, 'the wrapped-STX asset that is minted and burnt during a swap'),
  forwardsInputFee: optional(FLAG, 'true: the pool forwards part of the input to a fee address'),
  name: required(TEXT, 'name'),
  symbol: required(TEXT, 'symbol of its LP token'),
  source,
} as const;

/** The contracts that check signatures. */
export const VERIFIER_FORMAT = {
  v1: required(CONTRACT, 'spent uuids are kept by uuid'),
  v2: required(CONTRACT, 'spent uuids are kept by signer and uuid'),
} as const;

const list = (items: JsonSchema, description: string): JsonSchema => ({ type: 'array', items, description });

const DOCUMENT = {
  $schema: { type: ['string', 'null'], description: 'address of this schema, for editors' },
  network: { type: 'string', enum: ['devnet', 'testnet', 'mainnet'], description: 'the registry’s network' },
  routers: list(schemaOfEntry(ROUTER_FORMAT, 'a router'), 'the first one is the default'),
  wstx: { ...CONTRACT.schema, description: 'what represents STX as a router’s output token' },
  sbtc: { ...CONTRACT.schema, description: 'sBTC, which prices are measured in' },
  verifier: schemaOfEntry(VERIFIER_FORMAT, 'the contracts that check signatures'),
  tokens: list(schemaOfEntry(TOKEN_FORMAT, 'a token or a subnet copy'), 'all tokens'),
  vaults: list(schemaOfEntry(VAULT_FORMAT, 'a vault'), 'all vaults'),
  blocked: list({ ...TOKEN.schema }, 'vaults and tokens that are left out everywhere'),
} satisfies Readonly<Record<string, JsonSchema>>;

/** The fields of the document itself. */
export const DOCUMENT_FIELDS: readonly string[] = Object.keys(DOCUMENT);

/**
 * The JSON Schema (2020-12) of a registry file. It checks every entry separately; the reader also checks the addresses' checksums
 * and network, and that the entries fit each other.
 *
 * @example console.log(JSON.stringify(registrySchema(), undefined, 2));
 */
export const registrySchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Sluice registry',
  description: 'Routers, tokens and vaults of an exchange on one network.',
  type: 'object',
  properties: DOCUMENT,
  required: DOCUMENT_FIELDS.filter((name) => name !== '$schema'),
  additionalProperties: false,
});
