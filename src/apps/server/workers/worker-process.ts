import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { Channel } from './channel.js';
import type { Answers } from './messages.js';
import type { Slot } from './slots.js';

/** The process of a worker, and the channel to it. */
export interface WorkerProcess {
  readonly pid: number;
  readonly channel: Channel;
  /** End of the process in words, such as `exit code 1`. */
  readonly ended: Promise<string>;
  stop(): void;
}

/** Starts this program again as a worker, which shares this process's listening sockets, log and environment. */
export function forkWorker({ name }: Slot, options: readonly string[] = []): WorkerProcess {
  cluster.setupPrimary({
    args: ['serve', '--worker', name, ...options],
    // Carries amounts and times as they are.
    serialization: 'advanced',
  });
  const worker = cluster.fork();
  closeUnaccepted(worker);
  const channel = new Channel(worker);
  const ended = once(worker, 'exit').then(([code, signal]) => {
    const how =
      signal === null || signal === '' ? `exit code ${code as number}` : `signal ${signal as string}`;
    channel.close(new Error(how));
    return how;
  });
  return {
    pid: worker.process.pid!,
    channel,
    ended,
    stop: () => void worker.process.kill('SIGTERM'),
  };
}

interface Handle {
  close(): void;
}

/**
 * Closes the connection that a worker was handed but did not take before it ended. Node forgets it otherwise, and its caller would
 * wait until its own time is over. A worker is handed one connection at a time.
 */
function closeUnaccepted(worker: Worker): void {
  const child = worker.process;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  let handed: Handle | undefined;
  child.send = (...args: unknown[]) => {
    if (typeof args[1] === 'object' && args[1] !== null) handed = args[1] as Handle;
    return send(...args);
  };
  // Before Node's own listener, which hands over the next one.
  child.prependListener('internalMessage', ({ accepted }: { readonly accepted?: boolean }) => {
    if (accepted !== undefined) handed = undefined;
  });
  child.once('exit', () => handed?.close());
}

/** Asks the worker one of the questions of `Answers`. */
export const askOf =
  ({ channel }: Pick<WorkerProcess, 'channel'>) =>
  <N extends keyof Answers>(name: N, body?: unknown): Promise<Answers[N]> =>
    channel.ask<Answers[N]>(name, body);
