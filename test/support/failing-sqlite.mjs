// Preloaded into a server (NODE_OPTIONS=--import=…): while the file FAILING_SQLITE_FILE exists, all statements fail as on a broken disk.
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';

const file = process.env.FAILING_SQLITE_FILE;
const { SqliteError } = Database;
const probe = new Database(':memory:');
const statements = Object.getPrototypeOf(probe.prepare('SELECT 1'));
probe.close();

for (const [prototype, names] of [
  [statements, ['run', 'get', 'all', 'iterate']],
  [Database.prototype, ['prepare', 'exec']],
]) {
  for (const name of names) {
    const real = prototype[name];
    prototype[name] = function (...parameters) {
      if (existsSync(file)) throw new SqliteError('disk I/O error', 'SQLITE_IOERR');
      return real.apply(this, parameters);
    };
  }
}
