import { ClientError } from '../../../sdk/client/index.js';

/** The URL in a browser's error about a module that failed to load. */
const ADDRESS = /https?:\/\/\S+?\.js/;

let loads = 0;

/**
 * Loads a module that failed to load. Browsers cache the failure by URL, so another URL is requested. Safari, whose errors
 * name no URL, retries by itself.
 */
async function loadAgain<M>(failure: unknown, load: () => Promise<M>): Promise<M> {
  const address = failure instanceof Error ? ADDRESS.exec(failure.message)?.[0] : undefined;
  if (address === undefined || new URL(address).origin !== location.origin) return load();
  return (await import(`${address}?again=${++loads}`)) as M;
}

/**
 * Function that loads a module when it is first needed, and after a failure {@link loadAgain}. It rejects as if the server were
 * away, so that a reading tries again by itself.
 */
export function onDemand<M>(load: () => Promise<M>): () => Promise<M> {
  let failure: unknown;
  let loaded: M | undefined;
  return async () => {
    try {
      // Kept, since another URL is another copy of the module.
      return (loaded ??= await (failure === undefined ? load() : loadAgain(failure, load)));
    } catch (cause) {
      failure = cause;
      throw new ClientError('A script of the page cannot be loaded', { code: 'network', cause });
    }
  };
}
