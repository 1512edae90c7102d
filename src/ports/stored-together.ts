const STORAGE = Symbol.for('sluice.storage');

type Marked = { readonly [STORAGE]?: object };

/**
 * Marks the ports of one storage as belonging together, so that `createCore` refuses a mixture of storages: its units of work
 * would write to one storage while the core reads from another. Every storage adapter returns its ports through it. Wrappers made
 * with `Object.create(port)` or a spread keep the mark.
 *
 * @example const storage = storedTogether(ports);
 */
export function storedTogether<T extends object>(ports: T): T {
  const storage = {};
  for (const port of Object.values(ports)) Object.assign(port as object, { [STORAGE]: storage });
  return ports;
}

/** The storage that the port was marked with. */
export const storageOf = (port: object): object | undefined => (port as Marked)[STORAGE];
