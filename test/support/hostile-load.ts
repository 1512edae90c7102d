import { connect } from 'node:net';
import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/adapters/express/index.js';
import { hostileRequests, type HostileRequest, type RealValues } from './hostile-requests.js';

const AT_A_TIME = 16;
const BATCH = 500;

export interface HostileReport {
  /** Responses by status; 0 for a request without an end, or one of which the server had seen enough. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Responses that say that the server is at fault, with the requests that got them. */
  readonly faults: readonly string[];
  /** Whole requests that got no response. */
  readonly unanswered: readonly string[];
}

/** Sends so many requests of the seed to the server, some at a time, and waits for all responses. */
export async function sendHostile(
  url: string,
  real: RealValues,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<HostileReport> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  const requests = inBatches(hostileRequests(document, real), count, seed);
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  const unanswered: string[] = [];
  const port = Number(new URL(url).port);
  const send = async () => {
    for (const request of requests) {
      const response = await responseTo(port, request);
      const status = Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(response)?.[1] ?? 0);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 0 && request.isWhole) unanswered.push(start(request));
      if (status >= 500) faults.push(`${request.operation}: ${start(request)}: ${response}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, send));
  return { statuses, faults, unanswered };
}

/** A batch is made at a time: all of them would not fit into the memory. */
function* inBatches<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): Generator<T> {
  for (let made = 0; made < count; made += BATCH)
    yield* fc.sample(arbitrary, { numRuns: Math.min(BATCH, count - made), seed: seed + made });
}

const start = ({ bytes }: HostileRequest): string => JSON.stringify(bytes.subarray(0, 2_000).toString());

async function responseTo(port: number, { bytes, isWhole }: HostileRequest): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  // The server would wait for the rest of a request that has no end.
  if (isWhole) socket.write(bytes);
  else socket.end(bytes);
  let response = '';
  socket.on('data', (bytes) => {
    response += String(bytes);
    // A stream ends when its reader leaves.
    if (/^content-type: text\/event-stream/im.test(response)) socket.destroy();
  });
  // A server that has seen enough may close the connection before it has read everything.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return response;
}
