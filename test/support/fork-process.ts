import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const DEVNET = fileURLToPath(new URL('../../dist/adapters/devnet/main.js', import.meta.url));

/** The built devnet in a child process, as in a terminal. */
export interface DevnetProcess {
  readonly stacksApiUrl: string;
  readonly controlUrl: string;
  /** What it printed so far. */
  readonly output: readonly string[];
  end(): Promise<void>;
}

/** Starts it with the arguments; throws with its exit code and what it printed when it ends before it listens. */
export async function startDevnetProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<DevnetProcess> {
  const given = ['--port=0', '--control-port=0', '--block-ms=3600000', ...args];
  const child = spawn(process.execPath, [DEVNET, ...given], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const printed = new Map<string, string>();
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      const [, what, url] = /^(devnet listens|test controls) on (\S+)$/.exec(line) ?? [];
      if (what !== undefined && url !== undefined) printed.set(what, url);
      if (printed.size === 2) resolve();
    });
  });
  const failed = exited.then(([code]) => {
    throw new Error(`the devnet ended with ${code}:\n${output.join('\n')}`);
  });
  await Promise.race([listening, failed]);
  return {
    stacksApiUrl: printed.get('devnet listens') ?? '',
    controlUrl: printed.get('test controls') ?? '',
    output,
    end: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
