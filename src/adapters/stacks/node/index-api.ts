import type { Result } from '../../../domain/shared/result.js';
import { fieldsOf } from '../../../domain/shared/fields.js';
import type { ChainUnreachable } from '../../../ports/index.js';
import type { HttpResponse } from './http-attempt.js';
import type { HttpClient } from './http.js';

/** A resource's paths below `/extended/v3` and `/extended/v1`. */
interface Paths {
  readonly v3: string;
  readonly v1: string;
}

interface IndexResponse {
  readonly version: 1 | 3;
  readonly response: Result<HttpResponse, ChainUnreachable>;
}

/** The index's HTTP API, in the newest version that the host has. */
export interface IndexApi {
  get(paths: Paths): Promise<IndexResponse>;
  /** Reads a path below `/extended/v1` or `/extended/v3`, depending on the version. */
  getOf(version: 1 | 3, path: string): Promise<IndexResponse>;
}

/**
 * Prefers version 3. Uses version 1 if a host has no route in version 3, and version 3 again if version 1 has been switched off
 * (410, deprecated endpoints). Each read starts with the version that last had a route, because hosts behind one address are
 * upgraded one by one.
 */
export function createIndexApi(http: Pick<HttpClient, 'get'>): IndexApi {
  let preferred: 1 | 3 = 3;

  const getOf: IndexApi['getOf'] = async (version, path) => ({
    version,
    response: await http.get(`/extended/v${version}${path}`),
  });

  const hasRoute = ({ response }: IndexResponse) => !response.ok || !lacksRoute(response.value);

  return {
    getOf,
    async get({ v1, v3 }) {
      const ask = (version: 1 | 3) => getOf(version, version === 3 ? v3 : v1);
      const first = await ask(preferred);
      if (hasRoute(first)) return first;
      // Depends on the first answer, not on `preferred`, which other reads may have changed meanwhile.
      const second = await ask(first.version === 3 ? 1 : 3);
      // A route that neither version has says nothing about other routes.
      if (hasRoute(second)) preferred = second.version;
      return second;
    },
  };
}

/** Whether the host lacks the endpoint, rather than the transaction or block. */
export function lacksRoute({ status, body }: HttpResponse): boolean {
  const { message } = fieldsOf(body);
  return status === 410 || (status === 404 && typeof message === 'string' && message.startsWith('Route '));
}
