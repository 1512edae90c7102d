import { setTimeout } from 'node:timers/promises';
import { send, type Handler } from './http-server.js';

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
      switch (fault?.mode) {
        case 'refuse':
          return void request.socket.resetAndDestroy();
        case 'cut':
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
          return void response.write('{"cut":', () => request.socket.destroy());
        case 'status':
          return send(response, fault.status, { error: 'fault set by a test' });
        case 'accept-then-cut':
          response.end = () => {
            request.socket.resetAndDestroy();
            return response;
          };
          break;
        case 'delay':
          await setTimeout(fault.ms);
          break;
        case undefined:
      }
      return handler(request, response);
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
