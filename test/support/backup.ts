import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { EndToEndDatabase } from './databases.js';
import type { Exchange } from './exchange.js';
import { copyDatabase } from './postgres.js';
import { runCommand } from './run-command.js';

/** Takes a backup of a server's database. Returns a function that restores it, with the server stopped. */
export async function backUp(
  name: EndToEndDatabase['name'],
  exchange: Exchange,
  url: string,
): Promise<() => Promise<void>> {
  if (name === 'Postgres') {
    // Postgres copies a database only while nothing is connected to it.
    await exchange.end('SIGTERM');
    const copy = await copyDatabase(url);
    await exchange.start();
    return () => copy.putBack();
  }
  const file = `${url.slice('sqlite:'.length)}.${randomUUID()}.backup`;
  const backup = await runCommand('backup', [file], { DATABASE_URL: url });
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  return async () => {
    const restored = await runCommand('restore', [file], { DATABASE_URL: url });
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('sluice reconcile');
  };
}
