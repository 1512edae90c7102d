import type { Registry } from '../../../domain/market/registry.js';
import { unwrap } from '../../../domain/shared/result.js';
import { createRegistry } from '../registry.js';
import { mainnetRegistry } from './mainnet.js';
import { testnetRegistry } from './testnet.js';

const DOCUMENTS = { mainnet: mainnetRegistry, testnet: testnetRegistry };

/**
 * The registry that ships with the package, used when the operator names no file. The devnet generates its own.
 *
 * @example
 * const { vaults } = builtInRegistry('mainnet');
 */
export function builtInRegistry(network: keyof typeof DOCUMENTS): Registry {
  return unwrap(createRegistry(DOCUMENTS[network], network));
}
