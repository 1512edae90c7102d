import { jest } from '@jest/globals';
import { runSluice } from '../../src/apps/cli/tree/run.js';

export interface OwnResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the program in this process. Of the program's variables, its environment contains only the given ones. */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<OwnResult> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    jest.spyOn(process[name], 'write').mockImplementation((text: unknown) => {
      written[name] += String(text);
      return true;
    }),
  );
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (name.startsWith('SLUICE_')) delete process.env[name];
  Object.assign(process.env, env);
  const codeBefore = process.exitCode;
  process.exitCode = 0;
  try {
    await runSluice(args);
    return { code: Number(process.exitCode), ...written };
  } finally {
    process.exitCode = codeBefore;
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
    for (const spy of spies) spy.mockRestore();
  }
}
