import { ContainerModule } from 'inversify';
import { PORT } from '../../adapters/inversify/index.js';
import { createTokenUriLookup } from '../../adapters/stacks/contracts/token-uri.js';
import { makeReadDocument } from '../../adapters/webhooks/index.js';
import { NODE } from './chain-ports.js';

/** Module that reads the metadata that the chain's `token_uri` names. */
export const tokenUriModule = ({ ipfsGateway }: { readonly ipfsGateway: string }): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(PORT.tokenUriReader).toResolvedValue(
      (node) => ({
        uriOf: createTokenUriLookup(node.as('lookups')),
        document: makeReadDocument(),
        ipfsGateway,
      }),
      [NODE],
    );
  });
