import { readConfig, type Config, type Environment } from './config.js';
import type { COMMAND_VARIABLES } from './settings/read.js';
import type { SettingName } from './settings/index.js';

/** The variables of this process. Everything else that the program reads of them, it reads through this file. */
export const environment = (): Environment => process.env;

/**
 * Reads these settings and no others, so that a command runs whatever the rest of the environment is.
 *
 * @throws ConfigError when one of them is unusable.
 */
export function settingsNamed(...names: readonly SettingName[]): Config {
  const env = environment();
  return readConfig(Object.fromEntries(names.map((name) => [name, env[name]])));
}

/** Returns the value set for the commands that call a server; undefined if nothing is set. */
export const commandVariable = (
  name: (typeof COMMAND_VARIABLES)[number],
  env = environment(),
): string | undefined => env[name]?.trim() || undefined;
