import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { SHARED_CODE, SLUICE } from './run-command.js';

/** Matches an API key, or hex as long as a signature or a transaction; hashes and devnet keys are shorter. */
const SECRET = /ck_(?:live|test)_[0-9a-f]|[0-9a-f]{128,}/i;

/** The built server in a child process. */
export interface SluiceProcess {
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Base address of the swap area. */
  readonly swap: string;
  /** The log lines so far. */
  readonly log: readonly string[];
  /** Sends the signal to the server's own process. */
  signal(signal: NodeJS.Signals): void;
  /** Collects the garbage of the process, which must run with COLLECT_ON_SIGNAL. */
  collectGarbage(): void;
  /** Stops the process for a while, in which it keeps its connections. */
  pause(ms: number): Promise<void>;
  /** Sends the signal. Returns how the process ended; throws if it has ever logged a secret. */
  end(
    signal: NodeJS.Signals,
  ): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Node flags without which `collectGarbage` does not work. */
export const COLLECT_ON_SIGNAL = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2", () => gc())',
] as const;

/** Starts the built server with only these settings and Node flags, and waits until it listens. */
export async function startSluice(
  settings: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  cwd?: string,
): Promise<SluiceProcess> {
  const child = spawn(process.execPath, [...flags, SLUICE, 'serve'], {
    ...(cwd !== undefined && { cwd }),
    env: { PORT: '0', LOG_LEVEL: 'debug', ...SHARED_CODE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  const exited = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(line);
      const url = urlIn(line);
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([
    listening,
    exited.then(({ code }) => {
      throw new Error(`the server ended with ${code} before it listened:\n${log.join('\n')}`);
    }),
  ]);
  return {
    url,
    swap: `${url}/swap/api/v1`,
    log,
    signal: (signal) => void child.kill(signal),
    collectGarbage: () => void child.kill('SIGUSR2'),
    pause: async (ms) => {
      child.kill('SIGSTOP');
      await setTimeout(ms);
      child.kill('SIGCONT');
    },
    end: async (signal) => {
      child.kill(signal);
      const ended = await exited;
      if (log.some((line) => SECRET.test(line)))
        throw new Error('the log contains a signature, a key or raw bytes');
      return ended;
    },
  };
}

function urlIn(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const { url, msg } = JSON.parse(line) as { url?: string; msg?: string };
  return msg === 'listening' ? url : undefined;
}
