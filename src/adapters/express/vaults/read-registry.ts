import type { NetworkRegistry } from '../../../application/vaults/read-registry.js';
import { NETWORKS } from '../../../domain/shared/network.js';
import { jsonText, preparedOperation } from '../operation/operation.js';
import { REGISTRY_ROUTER, REGISTRY_TOKEN } from '../schema/registry-shapes.js';
import { list, oneOf, type WireOf } from '../schema/schema.js';
import { fields } from '../schema/shape.js';
import type { VaultsParts } from './list-vaults.js';

const REGISTRY = fields<NetworkRegistry>()({
  network: oneOf(NETWORKS, 'the network for which orders and messages are signed'),
  tokens: list(REGISTRY_TOKEN.ref(), 'all tokens'),
  routers: list(REGISTRY_ROUTER.ref(), 'all routers'),
});

/** The body of a 200. */
export type RegistryResponse = WireOf<typeof REGISTRY>;

export const readRegistry = preparedOperation({
  id: 'readRegistry',
  path: '/api/v1/registry',
  summary: 'The network, its tokens and its routers, which a wallet needs to sign an order',
  rules: [
    'Names, symbols, images and descriptions are those of the metadata area if it has them; everything else is the registry’s.',
    'An order is signed for `network`, one of `routers`, and the signature domain `blaze` of its input token, which the router must know.',
  ],
  response: {
    description: 'The network with tokens and routers, both in the order of the registry.',
    schema: REGISTRY.schema,
    caching: 'public, max-age=60, stale-while-revalidate=300',
  },
  curl: '"$BASE/app/api/v1/registry"',
  prepare: async ({ vaults }: VaultsParts) => ({ text: jsonText(REGISTRY.write(await vaults.registry())) }),
});
