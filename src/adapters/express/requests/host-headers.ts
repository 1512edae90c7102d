import type { ServerResponse } from 'node:http';

/** Filter for headers that the host program sets or omits; absent in a standalone server. */
const leftToHost = new WeakMap<ServerResponse, (name: string) => boolean>();

/** Header that only the host program decides on, since it applies to every path of the host. */
const ALWAYS = 'strict-transport-security';

/** Headers that depend on a response's content. The host's values never replace them: a personal response must not become public. */
const OF_CONTENT: ReadonlySet<string> = new Set(['cache-control', 'etag', 'vary']);

const isOfContent = (name: string): boolean => OF_CONTENT.has(name) || name.startsWith('content-');
const isPolicy = (name: string): boolean => name.startsWith('content-security-policy');
const isCrossOrigin = (name: string): boolean => name.startsWith('access-control-');

/**
 * Keeps the headers that the host program has set, except those that depend on the content. All headers that say which pages may
 * read the response are left to the program if it has set any of them, or if `cors` is false.
 */
export function leaveToHost(res: ServerResponse, { cors }: { readonly cors: boolean }): void {
  const set = new Set(res.getHeaderNames().filter((name) => isPolicy(name) || !isOfContent(name)));
  const hasOrigins = !cors || [...set].some(isCrossOrigin);
  leftToHost.set(res, (name) => name === ALWAYS || set.has(name) || (hasOrigins && isCrossOrigin(name)));
}

/** Whether the host program decides on the header. */
export const isLeftToHost = (res: ServerResponse, name: string): boolean =>
  leftToHost.get(res)?.(name.toLowerCase()) ?? false;

/** The headers, as alternating names and values, without those left to the host program, and with the program's Vary added. */
export function besideHosts(res: ServerResponse, headers: readonly string[]): readonly string[] {
  const isLeft = leftToHost.get(res);
  if (isLeft === undefined) return headers;
  const varies = [res.getHeader('Vary') ?? []].flat().map(String);
  const kept: string[] = [];
  for (let n = 0; n < headers.length; n += 2) {
    const name = headers[n]!;
    if (name.toLowerCase() === 'vary') varies.push(headers[n + 1]!);
    else if (!isLeft(name.toLowerCase())) kept.push(name, headers[n + 1]!);
  }
  return varies.length === 0 ? kept : [...kept, 'Vary', varies.join(', ')];
}
