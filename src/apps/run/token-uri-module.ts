import { ContainerModule } from 'inversify';
import { PORT } from '../../adapters/inversify/index.js';
import { createTokenUriLookup } from '../../adapters/stacks/contracts/token-uri.js';
import { createTokenSafetyReader } from '../../adapters/stacks/contracts/token-safety.js';
import { canDraw, makeDrawPictures } from '../../adapters/pictures/index.js';
import { makeReadDocument, makeReadImage } from '../../adapters/webhooks/index.js';
import { NODE } from './chain-ports.js';

/**
 * Module that reads the metadata that the chain's `token_uri` names, the images of tokens, and the safety facts of their contracts.
 * Without the package that decodes images, there are no logos.
 */
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
    if (canDraw())
      bind(PORT.tokenLogoReader).toConstantValue({
        file: makeReadImage(),
        draw: makeDrawPictures(),
        ipfsGateway,
      });
    bind(PORT.tokenSafetyReader).toResolvedValue(
      (node) => createTokenSafetyReader(node.as('lookups')),
      [NODE],
    );
  });
