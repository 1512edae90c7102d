import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

type Settings = Readonly<Record<string, string>>;

export interface CommandResult {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts one of the built commands, such as `orders-import`, with only these settings. */
export function startCommand(name: string, args: readonly string[], settings: Settings = {}) {
  const program = fileURLToPath(new URL(`../../dist/commands/${name}.js`, import.meta.url));
  return spawn(process.execPath, [program, ...args], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs one of the built commands to its end. */
export async function runCommand(
  name: string,
  args: readonly string[],
  settings?: Settings,
): Promise<CommandResult> {
  const child = startCommand(name, args, settings);
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [number | null];
  return { code, stdout, stderr };
}
