import type { Dispatcher, Pool } from 'undici';

/** Response with its whole body. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** The response was not complete within the time limit. */
export class TooLate extends Error {}

interface Exchange {
  readonly timeoutMs: number;
  /** Called once the host has begun to respond. */
  readonly onBegun: () => void;
}

/**
 * Sends a request and collects the response. Uses the pool's own callbacks, since a readable body and an abort signal for each
 * request would take as much time as the rest of it.
 *
 * @throws TooLate, or the pool's error.
 */
export function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, onBegun }: Exchange,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;
    let status = 0;
    let headers: RawResponse['headers'] = {};
    const chunks: Buffer[] = [];
    const end = (settle: () => void) => {
      isOver = true;
      clearTimeout(timer);
      settle();
    };
    const timer = setTimeout(() => {
      const tooLate = new TooLate(`no response in ${timeoutMs} ms`);
      end(() => reject(tooLate));
      controller?.abort(tooLate);
    }, timeoutMs);
    pool.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        // It has waited for a connection for too long.
        if (isOver) started.abort(new TooLate());
      },
      onResponseStart: (_, code, named) => {
        status = code;
        headers = named;
        onBegun();
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => end(() => resolve({ status, headers, text: Buffer.concat(chunks).toString() })),
      onResponseError: (_, error) => end(() => reject(error)),
    });
  });
}
