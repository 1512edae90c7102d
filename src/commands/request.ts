/** A response with an error status, or an order that did not settle. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const REQUEST_LIMIT_MS = 60_000;

/**
 * Requests JSON of a running server.
 *
 * @throws Refused for an error status; another error, which says how to start a server, when none responds.
 */
export async function request<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await send(url, init);
  const body = await bodyOf<T & { readonly error?: string; readonly details?: unknown }>(response);
  if (!response.ok) {
    const details = body.details === undefined ? '' : ` ${JSON.stringify(body.details)}`;
    throw new Refused(`${response.status} ${body.error ?? ''}${details}`);
  }
  return body;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) });
  } catch (error) {
    throw new Error(
      `no server responds at ${new URL(url).origin} (${reasonOf(error)}): start one with sluice serve, ` +
        'or name the address of a running one with --url',
      { cause: error },
    );
  }
}

async function bodyOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new Refused(
      `${response.url} responds with status ${response.status} and no JSON: is it the address of a Sluice server?`,
      { cause: error },
    );
  }
}

/** fetch says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & {
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return cause?.code ?? cause?.message ?? message;
}
