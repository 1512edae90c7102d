import type { IncomingMessage, ServerResponse } from 'node:http';

export const FAULT_MODES = ['refuse', 'delay', 'cut', 'status', 'accept-then-cut'] as const;

/**
 * `refuse`: resets the connection without handling the request. `cut`: breaks off a response without handling the request.
 * `accept-then-cut`: handles the request and resets the connection before the response. `delay`: responds `ms` late.
 * `status`: responds with `status` without handling the request.
 */
export interface Fault {
  /** Applies to requests whose path contains this. */
  readonly path: string;
  readonly mode: (typeof FAULT_MODES)[number];
  readonly status: number;
  readonly ms: number;
  /** How many requests it applies to. */
  readonly count: number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Pending faults, in the order in which they were set. */
export class Faults {
  private waiting: { readonly fault: Fault; left: number }[] = [];

  set(fault: Fault): void {
    this.waiting.push({ fault, left: fault.count });
  }

  /** Wraps a handler: pending faults apply first. */
  before(handler: Handler): Handler {
    return async (request, response) => {
      const fault = this.take(request.url ?? '');
      if (fault === undefined) return handler(request, response);
      return applyFault(fault, handler, request, response);
    };
  }

  private take(path: string): Fault | undefined {
    const next = this.waiting.find(({ fault }) => path.includes(fault.path));
    if (next === undefined) return undefined;
    next.left -= 1;
    if (next.left <= 0) this.waiting = this.waiting.filter((entry) => entry !== next);
    return next.fault;
  }
}

async function applyFault(
  fault: Fault,
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (fault.mode) {
    case 'refuse':
      request.socket.resetAndDestroy();
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write('{"cut":', () => request.socket.destroy());
      return;
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'fault set by a test' }));
      return;
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      return handler(request, response);
    case 'accept-then-cut':
      response.end = () => {
        request.socket.resetAndDestroy();
        return response;
      };
      return handler(request, response);
  }
}
