import { readFile, stat } from 'node:fs/promises';
import { DEVNET_OPERATOR } from '../adapters/devnet/index.js';
import { parseOperatorKey, type OperatorKey } from '../adapters/stacks/index.js';
import { fieldsOf } from '../domain/shared/fields.js';
import { ConfigError, type Config } from './config.js';

/** Permission bits of the file's group and of all others. */
const OTHERS = 0o077;

interface Warnings {
  warn(facts: object, message: string): void;
}

/**
 * The operator's key from the setting or from the file it names; on devnet the public development key by default, and
 * undefined elsewhere. Warns when users other than the file's owner may open the file.
 *
 * @throws ConfigError when the file cannot be read or the key is malformed, without a word of either's contents.
 */
export async function readOperatorKey(
  { network, operatorKey, operatorKeyFile }: Pick<Config, 'network' | 'operatorKey' | 'operatorKeyFile'>,
  log: Warnings,
): Promise<OperatorKey | undefined> {
  if (operatorKeyFile !== undefined)
    return parsed(await readKeyFile(operatorKeyFile, log), 'the key in SLUICE_OPERATOR_KEY_FILE');
  const raw = operatorKey ?? (network === 'devnet' ? DEVNET_OPERATOR.privateKey : undefined);
  return raw === undefined ? undefined : parsed(raw, 'SLUICE_OPERATOR_KEY');
}

async function readKeyFile(path: string, log: Warnings): Promise<string> {
  try {
    const { mode } = await stat(path);
    const others = mode & OTHERS;
    if (others !== 0)
      log.warn(
        { path, mode: (mode & 0o777).toString(8) },
        'users other than its owner may open the file of the operator key; chmod 600 it',
      );
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const { code } = fieldsOf(error);
    throw new ConfigError(`SLUICE_OPERATOR_KEY_FILE cannot be read: ${String(code)}`);
  }
}

function parsed(raw: string, name: string): OperatorKey {
  const key = parseOperatorKey(raw);
  if (!key.ok) throw new ConfigError(`${name} ${key.error.reason}`);
  return key.value;
}
