import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs docs/examples/<name>.ts in a child process with the built package; returns the lines it printed. */
export async function runExample(name: string, ...args: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-example-'));
  try {
    const source = await readFile(join(ROOT, `docs/examples/${name}.ts`), 'utf8');
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, ts.transpileModule(source, { compilerOptions }).outputText);
    await mkdir(join(folder, 'node_modules'));
    await symlink(ROOT, join(folder, 'node_modules/sluice'));
    return (await run(process.execPath, [file, ...args], { cwd: folder })).stdout.trim().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
