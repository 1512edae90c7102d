// Runs the built program, for `npm start` and its like. Nothing is built here: `npm ci` did that, or `npm run build` does.
import { existsSync } from 'node:fs';

const PROGRAM = new URL('../dist/sluice.js', import.meta.url);

if (existsSync(PROGRAM)) await import(PROGRAM);
else {
  console.error('the program is not built yet: npm run build');
  process.exitCode = 1;
}
