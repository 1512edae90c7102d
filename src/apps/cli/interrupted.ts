import { once } from 'node:events';

/** Resolves when the person or the system asks this process to end. */
export const interrupted = (): Promise<unknown> =>
  Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
