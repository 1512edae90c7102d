import { connect } from 'node:net';
import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/adapters/express/index.js';
import { hostileRequests, type HostileRequest, type RealValues } from './hostile-requests.js';

const AT_A_TIME = 16;
const BATCH = 500;

export interface HostileReport {
  /** Number of responses by status; 0 counts incomplete requests without a response, and connections that the server closed early. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Responses with which the server admits a fault of its own, with the requests that caused them. */
  readonly faults: readonly string[];
  /** Complete requests that got no response. */
  readonly unanswered: readonly string[];
}

/** Sends `count` requests of the seed to the server, several at a time, and waits for all responses. */
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

/** Generates the values batch by batch, since all of them at once would not fit into memory. */
function* inBatches<T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number): Generator<T> {
  for (let made = 0; made < count; made += BATCH)
    yield* fc.sample(arbitrary, { numRuns: Math.min(BATCH, count - made), seed: seed + made });
}

const start = ({ bytes }: HostileRequest): string => JSON.stringify(bytes.subarray(0, 2_000).toString());

async function responseTo(port: number, { bytes, isWhole }: HostileRequest): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  // Ends the connection after an incomplete request: the server would otherwise wait for the rest of it.
  if (isWhole) socket.write(bytes);
  else socket.end(bytes);
  let response = '';
  socket.on('data', (bytes) => {
    response += String(bytes);
    // Ends an event stream, which ends only when its reader disconnects.
    if (/^content-type: text\/event-stream/im.test(response)) socket.destroy();
  });
  // A server that refuses early may close the connection before it has read everything.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return response;
}
