import { VAULT_KINDS } from '../../../../domain/vault/kinds.js';
import { FETCH_FAILED, VAULTS_CACHING, vaultsErrorBody } from '../../vaults/area.js';
import { contractId } from '../common-schemas.js';
import type { AreaDescription, JsonSchema, Operation } from '../model.js';
import { INTERNAL } from '../outcomes.js';
import {
  always,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  ref,
  text,
  time,
  units,
  whole,
} from '../schema.js';

const TOKEN = {
  contractId: contractId('the token'),
  name: text('name'),
  symbol: text('symbol; not unique'),
  identifier: text('its asset’s name inside the contract'),
  description: text('about it; may be empty'),
  image: text('address of an image; may be empty'),
  decimals: whole('digits after the point of a whole token', { minimum: 0, maximum: 18 }),
};

const amount = (description: string) => number(description, { minimum: 0, 'x-unit': 'smallest units' });
const exact = (description: string) => orNull(units(description));

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ListedToken: object(
    {
      ...TOKEN,
      type: oneOf(['SUBNET'], 'present on a subnet copy'),
      base: contractId('what the copy holds 1:1'),
    },
    { optional: ['type', 'base'] },
  ),
  VaultSide: object({
    ...TOKEN,
    reserves: amount('what the vault holds of the token; 0 where it was not read'),
    reservesExact: exact('the same, exact; null where it was not read'),
  }),
  Vault: object(
    {
      ...TOKEN,
      contractId: contractId('the vault, which is its LP token too'),
      kind: oneOf(VAULT_KINDS, 'how it computes'),
      protocol: text('whose it is'),
      fee: whole('fee on the input', { minimum: 0, maximum: 1_000_000, 'x-unit': 'parts per million' }),
      liquidity: list(ref('VaultSide'), 'token A, then token B', { minItems: 2, maxItems: 2 }),
      supply: amount('supply of the LP token; 0 where it was not read'),
      supplyExact: exact('the same, exact; null where it was not read'),
      asOf: orNull(time('when supply and reserves were read; null where they were not')),
      externalPoolId: contractId('holds the funds in place of the vault'),
      engineContractId: contractId('the contract behind it'),
    },
    { optional: ['externalPoolId', 'engineContractId'] },
  ),
  VaultsError: object(
    {
      success: { ...always(false), description: 'present on failures of the server' },
      error: text('one sentence for people; may change'),
      code: text('stable word for programs: branch on it'),
    },
    { optional: ['success'] },
  ),
};

const LIST: Operation = {
  id: 'listVaults',
  method: 'get',
  path: '/api/v0/vaults',
  summary: 'All vaults with what they hold, and all tokens',
  rules: [
    'Sublinks hold their base token 1:1 and are not read; a vault that gives no answer is not read either. Vaults that are left out of routing for a while stand here too.',
  ],
  access: ['anyone'],
  answers: [
    {
      status: 200,
      description: 'The listing, in the order of the registry.',
      schema: object({
        success: flag('true'),
        data: object({
          vaults: list(ref('Vault'), 'all vaults'),
          tokens: list(ref('ListedToken'), 'all tokens'),
        }),
      }),
      caching: VAULTS_CACHING,
      tagged: true,
    },
  ],
  errors: [{ ...FETCH_FAILED, cause: 'the vaults cannot be read' }, INTERNAL],
  curl: '"$BASE/app/api/v0/vaults"',
};

/** Vaults and tokens as a site lists them. */
export const VAULTS: AreaDescription = {
  name: 'vaults',
  mount: '/app',
  title: 'Vault listing',
  about: [
    'The vaults that routes go through, with what they hold, and the tokens. Names, symbols, images and descriptions are those of the metadata area where it has them; decimals are the registry’s.',
    'Errors here are { error, code }, with success: false on a failure of the server.',
  ],
  schemas: SCHEMAS,
  errorSchema: 'VaultsError',
  errorBody: vaultsErrorBody,
  operations: [LIST],
};
