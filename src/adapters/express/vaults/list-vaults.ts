import { VAULT_KINDS } from '../../../domain/vault/kinds.js';
import type { ListedVault, VaultListing, VaultSide } from '../../../application/vaults/list-vaults.js';
import type { Token } from '../../../domain/market/registry.js';
import { contractId, contractOrEmpty, fee, TOKEN_FACTS } from '../schema/common-schemas.js';
import { jsonText, preparedOperation, type PreparedParts } from '../operation/operation.js';
import { fault } from '../errors/problem.js';
import { always, list, oneOf, orNull, rounded, text, time, units, type WireOf } from '../schema/schema.js';
import { field, fields, named, optional, within } from '../schema/shape.js';
import { HttpError } from '../errors/problem.js';

export type VaultsParts = PreparedParts<'vaults'>;

const amount = (description: string) => rounded(description, { minimum: 0, 'x-unit': 'smallest units' });
const exact = (description: string) => orNull(units(description));

/** The fields that every token has. Clients expect texts, so unknown values are empty. */
const tokenFields = (what = 'the token') => ({
  contractId: contractId(what),
  name: text('name'),
  symbol: TOKEN_FACTS.symbol,
  identifier: TOKEN_FACTS.identifier,
  description: field(text('about it; may be empty'), ({ description = '' }: Token) => description),
  image: field(text('address of an image; may be empty'), ({ image = '' }: Token) => image),
  decimals: TOKEN_FACTS.decimals,
});

export const LISTED_TOKEN = named(
  'ListedToken',
  fields<Token>()({
    ...tokenFields(),
    type: optional(TOKEN_FACTS.type),
    base: optional(contractId('token that the copy holds 1:1')),
  }),
);

/** One side of a vault. An unread reserve is 0, because clients expect a number, and null as exact text. */
export const VAULT_SIDE = named(
  'VaultSide',
  fields<VaultSide>()({
    ...within(({ token }: VaultSide) => token, tokenFields()),
    reserves: field(
      amount('amount of the token in the vault; 0 if it was not read'),
      ({ reserve }) => reserve ?? 0n,
    ),
    reservesExact: field(exact('exact amount; null if it was not read'), ({ reserve }) => reserve),
  }),
);

export const VAULT = named(
  'Vault',
  fields<ListedVault>()({
    ...within(({ lpToken }: ListedVault) => lpToken, tokenFields('the vault, which is also its LP token')),
    ...within(({ vault }: ListedVault) => vault, {
      kind: oneOf(VAULT_KINDS, 'kind of the vault'),
      protocol: text('protocol of the vault'),
      fee: field(fee('fee on the input; 0 if unknown'), ({ feePpm = 0 }) => feePpm),
      feePpm: field(
        orNull(fee('fee on the input; null if unknown: the vault is then not routed')),
        ({ feePpm }) => feePpm,
      ),
    }),
    liquidity: list(VAULT_SIDE.ref(), 'token A, then token B', { minItems: 2, maxItems: 2 }),
    supply: field(amount('supply of the LP token; 0 if it was not read'), ({ supply }) => supply ?? 0n),
    supplyExact: field(exact('exact amount; null if it was not read'), ({ supply }) => supply),
    asOf: field(
      orNull(time('time of reading supply and reserves; null if they were not read')),
      ({ readAt }) => readAt,
    ),
    ...within(({ vault }: ListedVault) => vault, {
      externalPoolId: field(
        contractOrEmpty('holds the funds in place of the vault'),
        ({ externalPoolId }) => externalPoolId,
      ),
      engineContractId: field(
        contractOrEmpty('the contract behind it'),
        ({ engineContractId }) => engineContractId,
      ),
    }),
  }),
);

const DATA = fields<VaultListing>()(
  { vaults: list(VAULT.ref(), 'all vaults'), tokens: list(LISTED_TOKEN.ref(), 'all tokens') },
  { description: 'the current registry' },
);

const LISTING = fields<VaultListing>()({
  success: always(true),
  data: field(DATA.schema, (listing) => listing),
});

/** The body of a 200. Amounts are whole smallest units: as numbers, exact to 2^53, and as exact text. */
export type VaultsResponse = WireOf<typeof LISTING>;

/** The cause is logged, not returned. */
export const FETCH_FAILED = fault('fetch-failed', {
  error: 'Failed to fetch vault data',
  cause: 'the vaults cannot be read',
});

export const listVaults = preparedOperation({
  id: 'listVaults',
  path: '/api/v0/vaults',
  summary: 'All vaults with their holdings, and all tokens',
  rules: [
    'A sublink is listed with its subnet’s holdings of the base token as the reserves of both tokens: each copy is backed by one. Vaults temporarily left out of routing are listed too.',
  ],
  response: {
    description: 'The listing, in the order of the registry.',
    schema: LISTING.schema,
    caching: 'public, max-age=5, s-maxage=10, stale-while-revalidate=30',
  },
  failure: FETCH_FAILED,
  curl: '"$BASE/app/api/v0/vaults"',
  // Clients of this address know `Allow: GET`, though HEAD and OPTIONS work too.
  allow: 'GET',
  prepare: async ({ vaults }: VaultsParts) => {
    const listing = await vaults.list();
    if (!listing.ok) throw new HttpError(FETCH_FAILED, { cause: listing.error });
    return { text: jsonText(LISTING.write(listing.value)) };
  },
});
