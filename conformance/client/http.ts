/** A response that has been read to its end. */
export interface Answer {
  /** Method and path of the request, for reports. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; the text if it is not JSON. */
  readonly body: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body to send as JSON. */
  readonly json?: unknown;
  /** Body to send unchanged. */
  readonly raw?: string;
}

const TIMEOUT_MS = 30_000;

export async function call(url: string, { method, headers, json, raw }: Sent = {}): Promise<Answer> {
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const response = await fetch(url, {
    method: verb,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const { pathname, search } = new URL(url);
  const request = `${verb} ${pathname}${search}`;
  return { request, status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The beginning of a stream, up to the match of `until` (by default, the stream's first data), with the response's headers. */
export async function firstEvent(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  until = /\ndata: .*\n\n/,
): Promise<Answer & { readonly event: string | undefined; readonly data: unknown }> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: stop.signal,
    });
    const { pathname, search } = new URL(url);
    const answer = {
      request: `GET ${pathname}${search}`,
      status: response.status,
      headers: response.headers,
    };
    if (!response.ok || response.body === null) {
      const text = await response.text();
      return { ...answer, text, body: parsed(text), event: undefined, data: undefined };
    }
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (until.test(`\n${text}`)) break;
    }
    const event = /^event: (.*)$/m.exec(text)?.[1];
    const data = parsed(/^data: (.*)$/m.exec(text)?.[1] ?? '');
    return { ...answer, text, body: data, event, data };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
