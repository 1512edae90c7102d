import { ClientError } from '../../../sdk/client/index.js';
import { SigningError } from '../../../sdk/signing/index.js';

/** Description of a failure, to be shown. */
export interface Problem {
  readonly message: string;
  /** Hint at what would help. */
  readonly hint?: string | undefined;
  /** Names the request in the server's log. */
  readonly requestId?: string | undefined;
  /** Whether the server could not be reached. */
  readonly isOffline: boolean;
}

/** An error in words. What is neither the service's nor the wallet's is a fault of the page, and goes to the console too. */
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

/** A proxy whose server is away responds in its place, with a page. The service itself names each of its errors. */
const isOfProxy = ({ status = 0, code }: ClientError): boolean =>
  code === 'http-error' && status >= 502 && status <= 504;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
