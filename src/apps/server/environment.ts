import { readConfig, type Config, type Environment } from './config.js';
import type { COMMAND_VARIABLES } from './settings/read.js';
import type { SettingName } from './settings/index.js';

/** The environment variables of this process. The rest of the program reads them only through this file. */
export const environment = (): Environment => process.env;

/**
 * Reads the named settings and no others, so that a command runs whatever else the environment contains.
 *
 * @throws ConfigError if one of them is unusable.
 */
export function settingsNamed(...names: readonly SettingName[]): Config {
  const env = environment();
  return readConfig(Object.fromEntries(names.map((name) => [name, env[name]])));
}

/** Returns the value of a variable for commands that call a server; undefined if unset. */
export const commandVariable = (
  name: (typeof COMMAND_VARIABLES)[number],
  env = environment(),
): string | undefined => env[name]?.trim() || undefined;
