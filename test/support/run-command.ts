import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

type Settings = Readonly<Record<string, string>>;

export interface CommandResult {
  /** Exit code; null if a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Path of the built program. */
export const SLUICE = fileURLToPath(new URL('../../dist/sluice.js', import.meta.url));

/** Variables with which programs share the code that they have compiled. */
export const SHARED_CODE = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };

/** Starts a command of the built program, such as `import orders`, with only these settings. */
export function startCommand(name: string, args: readonly string[], settings: Settings = {}, cwd?: string) {
  return spawn(process.execPath, [SLUICE, ...name.split(' '), ...args], {
    env: { ...SHARED_CODE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
}

/** Runs a command of the built program in the given folder until it ends. */
export async function runCommand(
  name: string,
  args: readonly string[],
  settings?: Settings,
  cwd?: string,
): Promise<CommandResult> {
  const child = startCommand(name, args, settings, cwd);
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [number | null];
  return { code, stdout, stderr };
}
