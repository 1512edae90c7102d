import { VAULT_KINDS } from '../../../domain/vault/kinds.js';
import { plainErrorBody } from '../error-responses.js';
import { contractId, address } from './common-schemas.js';
import type { AreaDescription, Operation } from './model.js';
import { OPENAPI_CACHING } from './openapi-controller.js';
import { INTERNAL } from './outcomes.js';
import { always, list, object, oneOf, ref, text, time, units, whole } from './schema.js';

const DEVNET_VAULT = object(
  {
    contractId: contractId('the vault'),
    kind: oneOf(VAULT_KINDS, 'how it computes'),
    protocol: text('whose it is'),
    tokenA: contractId('first token'),
    tokenB: contractId('second token'),
    feePpm: whole('fee on the input', { minimum: 0, maximum: 1_000_000, 'x-unit': 'parts per million' }),
    externalPoolId: contractId('holds the funds in place of the vault'),
    engineContractId: contractId('the contract behind it'),
    name: text('name'),
    symbol: text('symbol of its LP token'),
  },
  { optional: ['externalPoolId', 'engineContractId'] },
);

const DEVNET = object({
  network: always('devnet'),
  stacksApiUrl: text('address of the embedded Stacks node'),
  accounts: list(
    object({
      name: text('what the account is called in logs'),
      address: address('its address'),
      privateKey: text('development only, known to everybody'),
      publicKey: text('compressed, hex'),
      balances: {
        type: 'object',
        description: 'what it holds, by contract id',
        additionalProperties: units('balance'),
      },
    }),
    'funded wallets',
  ),
  tokens: list(ref('RegistryToken'), 'all tokens'),
  vaults: list(ref('RegistryVault'), 'all vaults'),
  routers: list(ref('RegistryRouter'), 'all routers'),
});

const caching = 'no-store';

const OPERATIONS: readonly Operation[] = [
  {
    id: 'isUp',
    method: 'get',
    path: '/healthz',
    summary: 'Is the process up',
    access: ['anyone'],
    answers: [{ status: 200, description: 'It is.', schema: object({ status: always('ok') }), caching }],
    errors: [INTERNAL],
    curl: '"$BASE/healthz"',
  },
  {
    id: 'isReady',
    method: 'get',
    path: '/readyz',
    summary: 'Is the process ready to serve: database and chain answer',
    access: ['anyone'],
    answers: [
      { status: 200, description: 'It is.', schema: object({ status: always('ready') }), caching },
      {
        status: 503,
        description: 'It is not.',
        schema: object({ status: always('unready'), reasons: list(text('what is not ready'), 'why') }),
        caching,
      },
    ],
    errors: [INTERNAL],
    curl: '"$BASE/readyz"',
  },
  {
    id: 'tellTime',
    method: 'get',
    path: '/time',
    summary: 'The server’s clock, for clients whose own drifts: signed messages carry its time',
    access: ['anyone'],
    answers: [
      {
        status: 200,
        description: 'The time.',
        schema: object({ now: whole('Unix time', { 'x-unit': 'milliseconds' }), iso: time('the same') }),
        caching,
      },
    ],
    errors: [INTERNAL],
    curl: '"$BASE/time"',
  },
  {
    id: 'readMetrics',
    method: 'get',
    path: '/metrics',
    summary: 'What the process measures of itself, for a Prometheus server',
    access: ['anyone'],
    answers: [
      {
        status: 200,
        description: 'The metrics.',
        schema: text('metrics in the text format of Prometheus'),
        mediaType: 'text/plain',
        caching,
      },
    ],
    errors: [INTERNAL],
    curl: '"$BASE/metrics"',
  },
  {
    id: 'describeInterface',
    method: 'get',
    path: '/openapi.json',
    summary: 'This interface as an OpenAPI 3.1 document',
    access: ['anyone'],
    answers: [
      {
        status: 200,
        description: 'The document, for the areas that this process serves.',
        schema: object(
          { openapi: text('version of OpenAPI'), info: { type: 'object' }, paths: { type: 'object' } },
          { additionalProperties: true },
        ),
        caching: OPENAPI_CACHING,
        tagged: true,
      },
    ],
    errors: [INTERNAL],
    curl: '"$BASE/openapi.json"',
  },
  {
    id: 'showDevnet',
    method: 'get',
    path: '/devnet',
    summary: 'Keys, tokens, vaults and routers of the embedded development chain',
    rules: [
      'Only on the network devnet; 404 elsewhere. Its keys are public: never use one on another network.',
    ],
    access: ['anyone'],
    answers: [{ status: 200, description: 'The devnet.', schema: ref('Devnet'), caching }],
    errors: [INTERNAL],
    curl: '"$BASE/devnet"',
  },
];

/** The paths of the process itself. */
export const ROOT: AreaDescription = {
  name: 'root',
  mount: '',
  title: 'The process itself',
  about: [
    'What one process says of itself, beside the areas it serves. Any web page may read /time, /devnet and /openapi.json.',
  ],
  schemas: {
    Devnet: DEVNET,
    RegistryToken: object(
      {
        contractId: contractId('the token'),
        symbol: text('symbol; not unique'),
        name: text('name'),
        decimals: whole('digits after the point of a whole token', { minimum: 0, maximum: 18 }),
        identifier: text('its asset’s name inside the contract'),
        image: text('address of an image'),
        description: text('about it'),
        type: oneOf(['SUBNET'], 'present on a subnet copy'),
        base: contractId('what a subnet copy holds 1:1'),
        blaze: oneOf(['v1', 'v2'], 'which signature domain a subnet copy verifies'),
      },
      { optional: ['image', 'description', 'type', 'base', 'blaze'] },
    ),
    RegistryVault: DEVNET_VAULT,
    RegistryRouter: object(
      {
        id: contractId('the router'),
        payout: oneOf(['signer', 'any'], 'whom it pays: only the order’s signer, or anybody'),
        legacyDefault: { type: 'boolean', description: 'the router of orders that name none' },
      },
      { optional: ['legacyDefault'] },
    ),
  },
  errorSchema: 'Error',
  errorBody: plainErrorBody,
  operations: OPERATIONS,
};
