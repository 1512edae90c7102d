import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ConfigError, hasDevnet, type Config } from './config.js';
import { optionalPackages } from './installation.js';

const fromHere = createRequire(import.meta.url);

/** Whether a package is installed where this program can find it. */
export type IsInstalled = (name: string) => boolean;

interface Need {
  readonly name: string;
  /** Feature that needs the package. */
  readonly use: string;
}

const SQLITE: Need = { name: 'better-sqlite3', use: 'SQLite' };
const DEVNET: Need = { name: '@stacks/clarinet-sdk', use: 'the embedded devnet' };

/**
 * Checks, before anything is opened or written, that the optional packages that these settings need are installed. All other
 * packages are part of the program.
 *
 * @throws ConfigError with the missing packages and the command that installs them
 */
export function requirePackages(
  config: Pick<Config, 'databaseUrl' | 'network' | 'stacksApiUrl'>,
  isInstalled: IsInstalled = isInstalledHere,
): void {
  const usesSqlite = config.databaseUrl.startsWith('sqlite:');
  requireAll([...(usesSqlite ? [SQLITE] : []), ...(hasDevnet(config) ? [DEVNET] : [])], isInstalled);
}

/**
 * Checks that the package of the embedded devnet is installed.
 *
 * @throws ConfigError with the command that installs it
 */
export function requireDevnet(isInstalled: IsInstalled = isInstalledHere): void {
  requireAll([DEVNET], isInstalled);
}

function requireAll(needs: readonly Need[], isInstalled: IsInstalled): void {
  const missing = needs.filter(({ name }) => !isInstalled(name));
  if (missing.length === 0) return;
  const versions = optionalPackages();
  const packages = missing.map(({ name }) => `${name}@${installable(versions[name]!)}`);
  const uses = missing.map(({ name, use }) => `${use} needs the package ${name}`);
  throw new ConfigError(
    `${uses.join(' and ')}: run "npm install ${packages.join(' ')}", with --global if sluice is installed globally`,
  );
}

/** The range as it is typed in a command, `12` for `^12.11.1`: a caret has a special meaning in shells. */
const installable = (range: string): string => /^\^(\d+)/.exec(range)?.[1] ?? range;

function isInstalledHere(name: string): boolean {
  // Looks for the folder and does not load the module: one that fails to load reports the reason when it is used.
  return (fromHere.resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name)));
}
