import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { SentRequest } from './requests.js';

/** A response, read to its end; of a stream, its beginning. */
export interface WireAnswer {
  /** 0 for none: to a request without an end, or one of which the server had seen enough. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const PATIENCE_MS = 90_000;
/** Chunks of a response in which its head is looked for. */
const MOST_HEADS = 4;

/** Sends the bytes on a connection of their own, and reads until the server closes it. */
export async function exchange(port: number, { bytes, isWhole }: SentRequest): Promise<WireAnswer> {
  const socket = connect({ port, host: '127.0.0.1' });
  // The server would wait for the rest of a request that has no end.
  if (isWhole) socket.write(bytes);
  else socket.end(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    // A stream ends when its reader leaves. Its head may follow a 100 Continue.
    const isBeginning = chunks.length <= MOST_HEADS;
    if (isBeginning && /^content-type: text\/event-stream/im.test(String(Buffer.concat(chunks))))
      socket.destroy();
  });
  // Longer than the server waits for anything: a request that it forgets counts as unanswered.
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  // A server that has seen enough may close the connection before it has read everything.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return answerIn(Buffer.concat(chunks));
}

const HEAD_END = '\r\n\r\n';

function answerIn(bytes: Buffer): WireAnswer {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return { status: 0, headers: {}, text: '' };
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const rest = bytes.subarray(end + HEAD_END.length);
  const status = Number(first.split(' ')[1]);
  if (status === 100) return answerIn(rest);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const isChunked = headers['transfer-encoding'] === 'chunked';
  return { status, headers, text: decoded(isChunked ? unchunked(rest) : rest, headers).toString() };
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (line === -1 || !(size > 0)) break;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

function decoded(bytes: Buffer, headers: WireAnswer['headers']): Buffer {
  if (bytes.length === 0) return bytes;
  if (headers['content-encoding'] === 'gzip') return gunzipSync(bytes);
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes);
  return bytes;
}
