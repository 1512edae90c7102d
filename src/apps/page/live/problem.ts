import { ClientError } from '../../../sdk/client/index.js';
// From its own module: with the index, all that signs would be part of the first load.
import { SigningError } from '../../../sdk/signing/errors.js';

/** A failure as the visitor sees it. */
export interface Problem {
  readonly message: string;
  /** Advice on what would help. */
  readonly hint?: string | undefined;
  /** Id of the request in the server's log. */
  readonly requestId?: string | undefined;
  /** Whether the server could not be reached. */
  readonly isOffline: boolean;
}

/** An error in words. An error of neither the service nor the wallet is a bug of the page, and is logged to the console too. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ClientError) {
    const { message, hint, requestId, code } = error;
    const isOffline = code === 'network' || code === 'timeout' || isOfProxy(error);
    return isOffline
      ? { message: 'The server cannot be reached.', hint: 'The page tries again by itself.', isOffline }
      : { message, hint, requestId, isOffline };
  }
  if (error instanceof SigningError) return { message: capital(error.message), isOffline: false };
  reportError(error);
  return { message: `Something went wrong in this page: ${String(error)}`, isOffline: false };
}

/** Whether a proxy responded because its server is down: its error is an HTML page, whereas the service's own errors have a code. */
const isOfProxy = ({ status = 0, code }: ClientError): boolean =>
  code === 'http-error' && status >= 502 && status <= 504;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
