import { VAULT_KINDS } from '../../../domain/vault/kinds.js';
import { address, contractId, fee } from '../schema/common-schemas.js';
import { operation, SENT } from '../operation/operation.js';
import { REGISTRY_ROUTER, REGISTRY_TOKEN } from '../schema/registry-shapes.js';
import { always, list, object, oneOf, text, units } from '../schema/schema.js';
import { namedSchema } from '../schema/shape.js';

export const REGISTRY_VAULT = namedSchema(
  'RegistryVault',
  object(
    {
      contractId: contractId('the vault'),
      kind: oneOf(VAULT_KINDS, 'kind of the vault'),
      protocol: text('protocol of the vault'),
      tokenA: contractId('first token'),
      tokenB: contractId('second token'),
      feePpm: fee('fee on the input'),
      protocolFeePpm: fee('part of feePpm that goes out of the pool'),
      externalPoolId: contractId('contract that holds the funds in place of the vault'),
      engineContractId: contractId('the contract behind it'),
      stxWrapper: text(
        'the wrapped-STX asset that is minted and burnt during a swap: <contract id>::<asset>',
      ),
      forwardsInputFee: {
        type: 'boolean',
        description: 'the pool forwards part of the input to a fee address',
      },
      name: text('name'),
      symbol: text('symbol of its LP token'),
    },
    {
      optional: [
        'feePpm',
        'protocolFeePpm',
        'externalPoolId',
        'engineContractId',
        'stxWrapper',
        'forwardsInputFee',
      ],
    },
  ),
);

const ACCOUNT = {
  name: text('name of the account in logs'),
  address: address('address'),
  privateKey: text('development only, publicly known'),
};

export const DEVNET = namedSchema(
  'Devnet',
  object(
    {
      network: always('devnet'),
      stacksApiUrl: text('address of the embedded Stacks node'),
      operator: {
        ...object(ACCOUNT),
        description: 'pays for swaps; by default, may also sign in to the operator’s view',
      },
      deployer: {
        ...object(ACCOUNT),
        description:
          'deployed the contracts that no mainnet registry names; may save their metadata, and has STX to deploy more',
      },
      accounts: list(
        object({
          ...ACCOUNT,
          publicKey: text('compressed, hex'),
          balances: {
            type: 'object',
            description: 'balances by contract id',
            additionalProperties: units('balance'),
          },
        }),
        'funded wallets',
      ),
      tokens: list(REGISTRY_TOKEN.schema, 'all tokens'),
      vaults: list(REGISTRY_VAULT.ref(), 'all vaults'),
      routers: list(REGISTRY_ROUTER.schema, 'all routers'),
    },
    { optional: ['operator', 'deployer'] },
  ),
);

/** Source of what `/devnet` shows. */
export interface DevnetParts {
  /** The description of the embedded chain, as the devnet gives it. */
  readonly devnet: () => Promise<unknown>;
}

export const showDevnet = operation({
  id: 'showDevnet',
  path: '/devnet',
  summary: 'Keys, tokens, vaults and routers of the embedded development chain',
  rules: [
    'Only on the network devnet; 404 elsewhere. Its keys are public: never use one on another network.',
  ],
  response: { description: 'The devnet.', schema: DEVNET.ref() },
  curl: '"$BASE/devnet"',
  origins: () => '*',
  handle: async ({ devnet }: DevnetParts, { res }) => {
    res.json(await devnet());
    return SENT;
  },
});
