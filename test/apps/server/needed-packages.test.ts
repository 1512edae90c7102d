import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from '../../../src/apps/server/config.js';
import { requireDevnet, requirePackages } from '../../../src/apps/server/needed-packages.js';

const none = () => false;
const check = (env: Record<string, string>, isInstalled = none) => {
  requirePackages(readConfig(env), isInstalled);
};
const POSTGRES = 'postgres://127.0.0.1/sluice';

describe('packages that a server needs', () => {
  it('are SQLite and the devnet by default, and one sentence says how to install both', () => {
    expect(() => check({})).toThrow(
      new ConfigError(
        'SQLite needs the package better-sqlite3 and the embedded devnet needs the package @stacks/clarinet-sdk: ' +
          'run "npm install better-sqlite3@13 @stacks/clarinet-sdk@3.21.0", with --global if sluice is installed globally',
      ),
    );
  });

  it.each([
    ['a database on Postgres', { DATABASE_URL: POSTGRES }, 'the embedded devnet needs'],
    ['a node elsewhere', { STACKS_API_URL: 'http://127.0.0.1:1' }, 'SQLite needs'],
  ])('are fewer with %s', (_, env, start) => {
    expect(() => check(env)).toThrow(new RegExp(`^${start} the package [^ ]+: run`));
  });

  it('do not exist for Postgres and a node elsewhere', () => {
    expect(() => check({ DATABASE_URL: POSTGRES, STACKS_API_URL: 'http://127.0.0.1:1' })).not.toThrow();
  });

  it('are one for a devnet alone', () => {
    expect(() => requireDevnet(none)).toThrow(
      /^the embedded devnet needs the package @stacks\/clarinet-sdk: run "npm install @stacks\/clarinet-sdk@3\.21\.0"/,
    );
  });

  it('are found where they are installed', () => {
    expect(() => requirePackages(readConfig({}))).not.toThrow();
  });
});
