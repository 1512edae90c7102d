import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { LOGO_SIZES, type LogoPictures } from '../../domain/metadata-record/token-logo.js';
import type { DrawThreadAnswer, DrawThreadData } from './draw-thread-program.js';
import { DRAW_THREAD } from './draw-thread-text.js';

/** Milliseconds after which a thread without a file ends, and gives back its memory. */
const IDLE_MS = 5_000;

/** Sizes from the largest. */
const SIZES = [...LOGO_SIZES].sort((a, b) => b - a);

/** The global object, which the types of Node do not declare. */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: { compile(code: Uint8Array): Promise<object> };
};

/** Path of the decoder. @throws if the optional package is not installed. */
export const decoderFile = (): string =>
  createRequire(import.meta.url).resolve('@cf-wasm/photon/photon.wasm');

/**
 * Function that draws one file at a time in a thread, which starts with the first file. A file that fails or takes too long ends
 * the thread, and has no pictures.
 */
export function drawingThread(timeoutMs: number): (file: Uint8Array) => Promise<LogoPictures | undefined> {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let decoder: Promise<object> | undefined;
  const end = () => {
    void thread?.terminate();
    thread = undefined;
  };
  return async (file) => {
    clearTimeout(idle);
    // Compiling costs many times as much as drawing.
    decoder ??= readFile(decoderFile()).then((code) => wasm.compile(code));
    thread ??= startThread(await decoder, () => (thread = undefined));
    const drawn = await answerOf(thread, file, timeoutMs);
    if (drawn === undefined) end();
    else idle = setTimeout(end, IDLE_MS).unref();
    return drawn && (Object.fromEntries(SIZES.map((size, n) => [size, drawn[n]])) as LogoPictures);
  };
}

function startThread(decoder: object, onEnd: () => void): Worker {
  const workerData: DrawThreadData = { from: import.meta.url, decoder, sizes: SIZES };
  const thread = new Worker(DRAW_THREAD, {
    ...{ eval: true, execArgv: [], workerData, name: 'pictures', env: {} },
    // Reports of a decoder that fails would be lines of the program's own output.
    ...{ stdout: true, stderr: true },
  });
  // Between two files no call waits for the thread, and an unheard error event ends the process.
  return thread.once('error', onEnd);
}

/** Answer of the thread to a file; undefined if the thread fails or takes too long. */
async function answerOf(thread: Worker, file: Uint8Array, timeoutMs: number): Promise<DrawThreadAnswer> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), timeoutMs);
  const { signal } = over;
  thread.ref();
  thread.postMessage(file);
  try {
    const answer = once(thread, 'message', { signal });
    const ended = once(thread, 'exit', { signal }).then(() => undefined);
    return (await Promise.race([answer, ended]))?.[0] as DrawThreadAnswer;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    over.abort();
    thread.unref();
  }
}
