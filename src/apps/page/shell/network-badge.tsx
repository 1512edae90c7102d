import { registry } from '../live/registry.js';

const WORDS = {
  devnet: ['Devnet', 'play money'],
  testnet: ['Testnet', 'coins without value'],
} as const;

/** Badge of a network whose tokens are worth nothing. */
export function NetworkBadge() {
  const network = registry.value?.network;
  if (network === undefined || network === 'mainnet') return null;
  const [name, about] = WORDS[network];
  return <span class="badge warn network">{`${name}: ${about}`}</span>;
}
