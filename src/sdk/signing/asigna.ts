import { isObject } from '../../domain/shared/fields.js';

const SOURCE = 'asigna-stx';

/** The part of a window that exchanges messages with its parent frame. */
interface Framed {
  readonly self: unknown;
  readonly top: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', listener: Listener): void;
  removeEventListener(type: 'message', listener: Listener): void;
}

type Listener = (event: { readonly source: unknown; readonly data: unknown }) => void;

/**
 * Provider for Asigna, which injects none: it shows the page in a frame, and the two exchange messages, each under the name of its
 * method. Undefined if the page is not in a frame.
 */
export function asignaProvider(page: object) {
  if (!isFramed(page)) return undefined;
  return {
    request: (method: string, params: unknown) =>
      new Promise<unknown>((resolve) => {
        const listener: Listener = ({ source, data }) => {
          if (source !== page.top || !isObject(data) || data['source'] !== SOURCE || !data[method]) return;
          page.removeEventListener('message', listener);
          resolve(data[method]);
        };
        page.addEventListener('message', listener);
        // Any origin is acceptable: the message holds no secret, and the response is checked against the account.
        page.top.postMessage({ source: SOURCE, [method]: params }, '*');
      }),
  };
}

const isFramed = (page: object): page is Framed => {
  const { self, top } = page as Partial<Framed>;
  return isObject(top) && top !== self;
};
