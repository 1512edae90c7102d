// Runs the built program, for `npm start` and similar commands. It builds nothing: that is done by `npm ci` or `npm run build`.
import { existsSync } from 'node:fs';

const PROGRAM = new URL('../dist/sluice.js', import.meta.url);

if (existsSync(PROGRAM)) await import(PROGRAM);
else {
  console.error('the program is not built yet: npm run build');
  process.exitCode = 1;
}
