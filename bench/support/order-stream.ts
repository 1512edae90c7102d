import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('./order-stream-server.js', import.meta.url));
const SAMPLE_MS = 100;
const MB = 1024 * 1024;

export interface StreamReport {
  readonly orderBytes: number;
  readonly seconds: number;
  /** Peak of the server's resident memory over what it was before, in MB. */
  readonly growthMb: number;
  /** The same a moment after a caller left half-way. */
  readonly growthAfterLeavingMb: number;
  /** Share of one core that the server used after the caller had left, 0 to 1. */
  readonly busyAfterLeaving: number;
}

/** Reads the unpaginated list from a server in a separate process, once to its end and once half-way. */
export async function measureStream(url: string): Promise<StreamReport> {
  const server = fork(SERVER, [url], { execArgv: ['--expose-gc'] });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const ask = async (path: string) => {
    const [answer] = (await once(
      get({ port, path: `/swap/api/v1/orders${path}`, agent: false }),
      'response',
    )) as [IncomingMessage];
    return answer;
  };
  for (let n = 0; n < 200; n++) await drain(await ask('?limit=50'));
  const idle = (await stateOf(server)).rss;
  const from = performance.now();
  const whole = await watched(server, drain(await ask('')));
  const seconds = (performance.now() - from) / 1000;

  const leaving = await ask('');
  await drain(leaving, whole.bytes / 2);
  leaving.destroy();
  await setTimeout(500);
  const before = await stateOf(server);
  await setTimeout(1000);
  const after = await stateOf(server);
  const gone = once(server, 'exit');
  server.kill();
  await gone;
  return {
    orderBytes: whole.bytes,
    seconds,
    growthMb: (whole.peak - idle) / MB,
    growthAfterLeavingMb: (after.rss - idle) / MB,
    busyAfterLeaving: (after.cpuMs - before.cpuMs) / 1000,
  };
}

async function drain(answer: IncomingMessage, enough = Infinity): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes >= enough) break;
  }
  return bytes;
}

async function watched(server: ChildProcess, reading: Promise<number>) {
  let done = false;
  void reading.finally(() => (done = true));
  let peak = 0;
  while (!done) {
    peak = Math.max(peak, (await stateOf(server)).rss);
    await setTimeout(SAMPLE_MS);
  }
  return { bytes: await reading, peak };
}

async function stateOf(server: ChildProcess): Promise<{ readonly rss: number; readonly cpuMs: number }> {
  server.send('state');
  const [state] = (await once(server, 'message')) as [{ rss: number; cpuMs: number }];
  return state;
}
