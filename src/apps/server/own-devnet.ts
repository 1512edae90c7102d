import type { PreparedDevnet } from '../devnet/index.js';
import { prepareDevnet } from '../devnet/start/prepare.js';
import { hasDevnet } from './config.js';
import { readSettings, type Environment } from './settings/read.js';

/**
 * Starts the process of the server's embedded devnet, if the settings ask for one, so that it loads while the server does.
 * Undefined for settings that the server will refuse.
 */
export function prepareOwnDevnet(env: Environment): PreparedDevnet | undefined {
  const { values, problems } = readSettings(env);
  const { network, stacksApiUrls } = values;
  const isOwn = problems.length === 0 && hasDevnet({ network, stacksApiUrl: stacksApiUrls[0] });
  return isOwn ? prepareDevnet() : undefined;
}
