import type { Life } from './scheduler.js';

/** What the sending of a swap may meet. */
export const SENDING_TROUBLES = [
  'broadcast-lost',
  'broadcast-unheard',
  'broadcast-doubled',
  'broadcast-refused',
  'index-forgets',
] as const;

/** What the end of a transaction may meet. */
export const STORING_TROUBLES = ['commit-refused', 'commit-unheard'] as const;

/** What a call may meet. Each is armed for one process, for some calls. */
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

/** Where a process meets the world. */
export interface Site {
  readonly life: Life;
  /** Waits for the turn of a call, forever if the process has died. */
  turn(label: string): Promise<void>;
  /** Whether the trouble is armed, which uses it up. */
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

/** Both the call and its answer wait for their turn. A fault may answer in place of the port. */
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

/** Names, for the trace, the calls that reach a session. */
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
