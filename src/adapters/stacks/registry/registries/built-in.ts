import type { Registry } from '../../../../domain/market/registry.js';
import { unwrap } from '../../../../domain/shared/result.js';
import { createRegistry } from '../registry.js';
import { mainnetRegistry } from './mainnet.js';

/** The testnet form of the address that deploys the exchange's contracts on mainnet. */
const DEPLOYER = 'ST2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2SYCBMRR';

/**
 * Registry for testnet. It lists neither routers nor vaults, because the exchange has no public deployment there. An operator who
 * deploys the contracts lists them in a registry file.
 */
const testnetRegistry: unknown = {
  network: 'testnet',
  routers: [],
  wstx: `${DEPLOYER}.wstx`,
  sbtc: 'ST1F7QA2MDF17S807EPA36TSS8AMEFY4KA9TVGWXT.sbtc-token',
  verifier: { v1: `${DEPLOYER}.blaze-v1`, v2: `${DEPLOYER}.blaze-v2` },
  tokens: [{ contractId: '.stx', symbol: 'STX', name: 'Stacks Token', decimals: 6, identifier: 'STX' }],
  vaults: [],
  blocked: [],
};

const DOCUMENTS = { mainnet: mainnetRegistry, testnet: testnetRegistry };

/**
 * The registry that ships with the package, used if the operator names no file. The devnet generates its own.
 *
 * @example
 * const { vaults } = builtInRegistry('mainnet');
 */
export function builtInRegistry(network: keyof typeof DOCUMENTS): Registry {
  return unwrap(createRegistry(DOCUMENTS[network], network));
}
