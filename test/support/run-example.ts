import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs docs/examples/<name>.mjs as documented, with the built package. Returns the lines that it prints. */
export async function runExample(name: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, [`docs/examples/${name}.mjs`, ...args], { cwd: ROOT });
  return stdout.trim().split('\n');
}
