import { setTimeout } from 'node:timers/promises';
import { Cl, ClarityType, type ClarityValue } from '@stacks/transactions';
import { get, HttpError, send, type Handler, type Route } from './http-server.js';

export const FAULT_MODES = ['refuse', 'delay', 'cut', 'status', 'accept-then-cut'] as const;

/**
 * A fault in the handling of requests, by mode. Without handling the request, `refuse` resets the connection, `cut` breaks off a
 * response, and `status` responds with `status`. `accept-then-cut` handles the request, and resets the connection before the
 * response. `delay` responds `ms` late.
 */
export interface Fault {
  /** Text that the path of a request must contain for the fault to apply. */
  readonly path: string;
  readonly mode: (typeof FAULT_MODES)[number];
  readonly status: number;
  readonly ms: number;
  /** Number of requests to which the fault applies. */
  readonly count: number;
}

const RESERVES = 0x04;

/** Delay of a host: requests see the chain as it was some blocks ago. */
export interface Lag {
  /** Text that the path of a request must contain for the lag to apply. */
  readonly path: string;
  readonly blocks: number;
  /** Interval of the lag: it applies to every nth matching request, as if hosts of different ages took turns. */
  readonly every: number;
}

/** Endpoints of the index's API that newer hosts have switched off. */
export const DEPRECATED_ENDPOINTS = [
  'tx',
  'tx/multiple',
  'tx/raw',
  'address/nonces',
  'blocks/transactions',
] as const;
export type DeprecatedEndpoint = (typeof DEPRECATED_ENDPOINTS)[number];

/** Age of the index's API: the endpoints that its host has switched off, and whether version 3 exists. */
interface ApiAge {
  readonly gone: readonly DeprecatedEndpoint[];
  readonly v3: boolean;
}

/** Returns a function that creates routes for endpoints that older hosts do not have. */
export const recentOn =
  (faults: Faults) =>
  (path: string, handle: Route['handle']): Route =>
    get(path, (request) => {
      if (faults.api.v3) return handle(request);
      const message = `Route GET:${request.path} not found`;
      throw new HttpError(404, { message, error: 'Not Found', statusCode: 404 });
    });

/** Faults of the node for a test: pending faults in the order in which they were set, lags, and falsified quotes. */
export class Faults {
  api: ApiAge = { gone: [], v3: true };
  /** Number of further transactions that are accepted but not kept. */
  forgotten = 0;
  private waiting: { readonly fault: Fault; left: number }[] = [];
  private lags: { readonly lag: Lag; seen: number }[] = [];
  private readonly percents = new Map<string, bigint>();

  set(fault: Fault): void {
    this.waiting.push({ fault, left: fault.count });
  }

  /** Replaces the lag of the path; a lag of 0 blocks ends it. */
  setLag(lag: Lag): void {
    const others = this.lags.filter((each) => each.lag.path !== lag.path);
    this.lags = lag.blocks === 0 ? others : [...others, { lag, seen: 0 }];
  }

  /** Returns the number of blocks by which the host behind this request lags. */
  lagOf(path: string): number {
    const found = this.lags.find(({ lag }) => path.includes(lag.path));
    if (found === undefined) return 0;
    found.seen += 1;
    return found.seen % found.lag.every === 0 ? found.lag.blocks : 0;
  }

  /** Makes the vault quote this percentage of its true output, while reserves and swaps stay true. 100 restores true quotes. */
  misquote(vault: string, percent: number): void {
    this.percents.set(vault, BigInt(percent));
  }

  /** The result of `quote` that the node returns in place of the true one, `value`. */
  falsify(vault: string, args: readonly ClarityValue[], value: ClarityValue): ClarityValue {
    const percent = this.percents.get(vault);
    if (percent === undefined || asksForReserves(args) || value.type !== ClarityType.ResponseOk) return value;
    const delta = value.value;
    const dy = delta.type === ClarityType.Tuple ? delta.value['dy'] : undefined;
    if (delta.type !== ClarityType.Tuple || dy?.type !== ClarityType.UInt) return value;
    return Cl.ok(Cl.tuple({ ...delta.value, dy: Cl.uint((BigInt(dy.value) * percent) / 100n) }));
  }

  /** Wraps a handler so that pending faults apply first. */
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

function asksForReserves([, opcode]: readonly ClarityValue[]): boolean {
  if (opcode?.type !== ClarityType.OptionalSome || opcode.value.type !== ClarityType.Buffer) return false;
  return Number.parseInt(opcode.value.value.slice(0, 2), 16) === RESERVES;
}
