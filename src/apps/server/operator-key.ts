import { readFile, stat } from 'node:fs/promises';
import { DEVNET_OPERATOR } from '../devnet/index.js';
import { operatorAddress, parseOperatorKey, type OperatorKey } from '../../adapters/stacks/index.js';
import type { Address } from '../../domain/shared/address.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { ConfigError, type Config } from './config.js';
import { settingsNamed } from './environment.js';

/** Permission bits of the file's group and of all others. */
const OTHERS = 0o077;

interface Warnings {
  warn(facts: object, message: string): void;
}

type KeySettings = Pick<Config, 'network' | 'operatorKeys' | 'operatorKeyFile'>;

/**
 * The operator's keys from the setting, separated by commas, or from the named file: one key per line, with blank lines and `#`
 * comments. By default the public development key on devnet, and none elsewhere. Warns if users other than the file's owner may
 * open the file.
 *
 * @throws ConfigError when the file cannot be read or holds no key, or when a key is malformed or repeated. The message never
 * quotes the setting or the file.
 */
export async function readOperatorKeys(
  { network, operatorKeys, operatorKeyFile }: KeySettings,
  log: Warnings,
): Promise<readonly OperatorKey[]> {
  if (operatorKeyFile !== undefined) {
    const lines = (await readKeyFile(operatorKeyFile, log)).split('\n');
    const keys = parsed(
      lines.map((line) => line.replace(/#.*/, '')),
      'line',
      'SLUICE_OPERATOR_KEY_FILE',
    );
    if (keys.length === 0) throw new ConfigError('SLUICE_OPERATOR_KEY_FILE holds no key');
    return keys;
  }
  const raw = operatorKeys ?? (network === 'devnet' ? DEVNET_OPERATOR.privateKey : '');
  return parsed(raw.split(','), 'key', 'SLUICE_OPERATOR_KEY');
}

/** The wallets that may sign in as the operator. By default none, except on a devnet, where every key is public. */
export const operatorWalletsOf = ({
  network,
  operatorWallets,
}: Pick<Config, 'network' | 'operatorWallets'>): readonly string[] =>
  operatorWallets ?? (network === 'devnet' ? [DEVNET_OPERATOR.address] : []);

async function readKeyFile(path: string, log: Warnings): Promise<string> {
  try {
    const { mode } = await stat(path);
    const others = mode & OTHERS;
    if (others !== 0)
      log.warn(
        { path, mode: (mode & 0o777).toString(8) },
        'users other than its owner may open the file of the operator key; chmod 600 it',
      );
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = fieldsOf(error);
    throw new ConfigError(`SLUICE_OPERATOR_KEY_FILE cannot be read: ${String(code)}`);
  }
}

/** Parses the keys, ignoring blank parts. */
function parsed(parts: readonly string[], part: 'line' | 'key', name: string): readonly OperatorKey[] {
  const keys = new Map<OperatorKey, number>();
  for (const [n, text] of parts.entries()) {
    const raw = text.trim();
    if (raw === '') continue;
    const where = `${part} ${n + 1} of ${name}`;
    const key = parseOperatorKey(raw);
    if (!key.ok) throw new ConfigError(`${where} ${key.error.reason}`);
    const first = keys.get(key.value);
    if (first !== undefined) throw new ConfigError(`${where} repeats ${part} ${first}`);
    keys.set(key.value, n + 1);
  }
  return [...keys.keys()];
}

/** The addresses of the keys in the settings; none without keys. */
export async function operatorAddresses(): Promise<readonly Address[]> {
  const config = settingsNamed(
    'SLUICE_NETWORK',
    'SLUICE_OPERATOR_KEY',
    'SLUICE_OPERATOR_KEY_FILE',
    'STACKS_API_URL',
  );
  const keys = await readOperatorKeys(config, { warn: () => undefined });
  return keys.map((key) => operatorAddress(key, config.network));
}
