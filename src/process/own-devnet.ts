import { prepareDevnet, type PreparedDevnet } from '../adapters/devnet/index.js';
import type { Environment } from './settings/read.js';

/** The process of the server's own devnet, where the settings ask for one: it loads while the server does. */
export function prepareOwnDevnet(env: Environment): PreparedDevnet | undefined {
  const isOwn = (env['SLUICE_NETWORK']?.trim() || 'devnet') === 'devnet' && !env['STACKS_API_URL']?.trim();
  return isOwn ? prepareDevnet() : undefined;
}
