import { VAULT_KINDS } from '../../../domain/vault/kinds.js';
import type { Core } from '../../../application/core.js';
import type { ListedVault, VaultListing, VaultSide } from '../../../application/vaults/list-vaults.js';
import type { Token } from '../../../domain/market/registry.js';
import type { Origins } from '../cross-origin.js';
import { contractId, fee, TOKEN_FACTS } from '../operation/common-schemas.js';
import { jsonText, preparedOperation } from '../operation/operation.js';
import { errorCase } from '../operation/outcomes.js';
import { always, list, number, oneOf, orNull, text, time, units, type WireOf } from '../operation/schema.js';
import { field, fields, named, optional } from '../operation/shape.js';
import type { PreparedResponses } from '../prepared-responses.js';
import { HttpError } from '../problem.js';

export interface VaultsParts {
  readonly vaults: Core['vaults'];
  readonly prepared: PreparedResponses;
  readonly corsOrigins: Origins;
}

const amount = (description: string) => number(description, { minimum: 0, 'x-unit': 'smallest units' });
const exact = (description: string) => orNull(units(description));

/** The fields that every token has. Clients expect texts, so what is unknown is empty. */
const tokenFields = <S>(tokenOf: (source: S) => Token, what = 'the token') => ({
  contractId: field(contractId(what), (source: S) => tokenOf(source).contractId),
  name: field(text('name'), (source: S) => tokenOf(source).name),
  symbol: field(TOKEN_FACTS.symbol, (source: S) => tokenOf(source).symbol),
  identifier: field(TOKEN_FACTS.identifier, (source: S) => tokenOf(source).identifier),
  description: field(text('about it; may be empty'), (source: S) => tokenOf(source).description ?? ''),
  image: field(text('address of an image; may be empty'), (source: S) => tokenOf(source).image ?? ''),
  decimals: field(TOKEN_FACTS.decimals, (source: S) => tokenOf(source).decimals),
});

export const LISTED_TOKEN = named(
  'ListedToken',
  fields<Token>()({
    ...tokenFields<Token>((token) => token),
    type: optional(TOKEN_FACTS.type),
    base: optional(contractId('what the copy holds 1:1')),
  }),
);

/** Clients expect a number: a reserve that was not read counts as 0, and its exact text is null. */
export const VAULT_SIDE = named(
  'VaultSide',
  fields<VaultSide>()({
    ...tokenFields<VaultSide>(({ token }) => token),
    reserves: field(amount('what the vault holds of the token; 0 where it was not read'), ({ reserve }) =>
      Number(reserve ?? 0n),
    ),
    reservesExact: field(
      exact('the same, exact; null where it was not read'),
      ({ reserve }) => reserve?.toString() ?? null,
    ),
  }),
);

export const VAULT = named(
  'Vault',
  fields<ListedVault>()({
    ...tokenFields<ListedVault>(({ lpToken }) => lpToken, 'the vault, which is its LP token too'),
    kind: field(oneOf(VAULT_KINDS, 'how it computes'), ({ vault }) => vault.kind),
    protocol: field(text('whose it is'), ({ vault }) => vault.protocol),
    fee: field(fee('fee on the input'), ({ vault }) => vault.feePpm),
    liquidity: field(
      list(VAULT_SIDE.ref(), 'token A, then token B', { minItems: 2, maxItems: 2 }),
      ({ liquidity }) => liquidity.map((side) => VAULT_SIDE.write(side)),
    ),
    supply: field(amount('supply of the LP token; 0 where it was not read'), ({ supply }) =>
      Number(supply ?? 0n),
    ),
    supplyExact: field(
      exact('the same, exact; null where it was not read'),
      ({ supply }) => supply?.toString() ?? null,
    ),
    asOf: field(
      orNull(time('when supply and reserves were read; null where they were not')),
      ({ readAt }) => readAt?.toISOString() ?? null,
    ),
    externalPoolId: optional(
      contractId('holds the funds in place of the vault'),
      ({ vault }) => vault.externalPoolId,
    ),
    engineContractId: optional(contractId('the contract behind it'), ({ vault }) => vault.engineContractId),
  }),
);

const DATA = fields<VaultListing>()({
  vaults: field(list(VAULT.ref(), 'all vaults'), ({ vaults }) => vaults.map((vault) => VAULT.write(vault))),
  tokens: field(list(LISTED_TOKEN.ref(), 'all tokens'), ({ tokens }) =>
    tokens.map((token) => LISTED_TOKEN.write(token)),
  ),
});

const LISTING = fields<VaultListing>()({
  success: field(always(true), () => true as const),
  data: field(DATA.schema, (listing) => DATA.write(listing)),
});

/** The body of a 200. Amounts are whole smallest units: as numbers, exact to 2^53, and as exact text. */
export type VaultsResponse = WireOf<typeof LISTING>;

/** The cause is logged, not returned. */
const FETCH_FAILED = errorCase(
  500,
  'fetch-failed',
  'Failed to fetch vault data',
  'the vaults cannot be read',
);

export const listVaults = preparedOperation({
  id: 'listVaults',
  method: 'get',
  path: '/api/v0/vaults',
  summary: 'All vaults with what they hold, and all tokens',
  rules: [
    'Sublinks hold their base token 1:1 and are not read; a vault that does not respond is not read either. Vaults that routing leaves out for a while are listed too.',
  ],
  access: ['anyone'],
  responses: [
    {
      status: 200,
      description: 'The listing, in the order of the registry.',
      schema: LISTING.schema,
      caching: 'public, max-age=5, s-maxage=10, stale-while-revalidate=30',
    },
  ],
  failure: FETCH_FAILED,
  curl: '"$BASE/app/api/v0/vaults"',
  origins: ({ corsOrigins }: VaultsParts) => corsOrigins,
  // Clients of this address know `Allow: GET`, though HEAD and OPTIONS work too.
  allow: 'GET',
  prepare:
    ({ vaults }) =>
    async () => {
      const listing = await vaults.list();
      if (!listing.ok) throw new HttpError(FETCH_FAILED, { cause: listing.error });
      return { text: jsonText(LISTING.write(listing.value)) };
    },
});
