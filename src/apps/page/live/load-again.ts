/** The address in what browsers say of a module that they could not load. */
const ADDRESS = /https?:\/\/\S+?\.js/;

let loads = 0;

/**
 * Loads a module that could not be loaded. Browsers keep the failure with the module's address, so that it is asked for at
 * another one. Safari, which names no address, asks again by itself.
 */
export async function loadAgain<M>(failure: unknown, load: () => Promise<M>): Promise<M> {
  const address = failure instanceof Error ? ADDRESS.exec(failure.message)?.[0] : undefined;
  if (address === undefined || new URL(address).origin !== location.origin) return load();
  return (await import(`${address}?again=${++loads}`)) as M;
}
