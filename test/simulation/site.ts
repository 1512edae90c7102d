import type { Life } from './scheduler.js';

/** Faults in sending a swap. */
export const SENDING_TROUBLES = [
  'broadcast-lost',
  'broadcast-unheard',
  'broadcast-doubled',
  'broadcast-refused',
  'broadcast-late',
  'index-forgets',
] as const;

/** Faults at the end of a transaction. */
export const STORING_TROUBLES = ['commit-refused', 'commit-unheard'] as const;

/** Faults that a call may meet. Each is armed for one process and a number of its calls. */
export const TROUBLES = [
  ...SENDING_TROUBLES,
  ...STORING_TROUBLES,
  'database-refuses',
  'database-breaks',
  'chain-silent',
  'receiver-fails',
  'receiver-unheard',
  'ends-refused',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Connection of a process to the world. */
export interface Site {
  readonly life: Life;
  /** Waits for the turn of a call; forever if the process has died. */
  turn(label: string): Promise<void>;
  /** Whether the fault is armed. A call uses up one of the times for which it is armed. */
  trouble(kind: Trouble): boolean;
}

export type Method = (...args: readonly unknown[]) => unknown;

export const wrap = <T extends object>(port: T, around: (name: string, method: Method) => Method): T =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' && typeof name === 'string'
        ? around(name, (value as Method).bind(target))
        : value;
    },
  });

/** Methods that return no promise, such as those of lists that are read piece by piece. */
export const AT_ONCE: ReadonlySet<string> = new Set(['scan', 'stream', 'onAppended', 'restart']);

/** A port whose calls and responses each wait for their turn. A fault may respond in place of the port. */
export const gated = <T extends object>(
  port: T,
  name: string,
  site: Site,
  fault: (method: string) => unknown = () => undefined,
): T =>
  wrap(port, (method, call) => {
    if (AT_ONCE.has(method)) return call;
    return async (...args) => {
      await site.turn(`${name}.${method}`);
      const result: unknown = fault(method) ?? (await call(...args));
      await site.turn(`${name}.${method} answered`);
      return result;
    };
  });

/** Ports that note the name of each call in their session, for the trace. */
export const labelled = <T extends object>(ports: T, session: { label: string }): T =>
  Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      wrap(port as object, (method, call) => (...args) => {
        session.label = `${name}.${method}`;
        return call(...args);
      }),
    ]),
  ) as T;
