import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../../domain/shared/loopback.js';
import { send, type Handler } from './http-server.js';

const PORT = /:\d+$/;

/**
 * Keeps web pages away from the test controls. Any page in a developer's browser can send requests to the loopback interface, and
 * a page whose host name resolves to that interface can also read the responses. Programs, in contrast, send no Origin, name a
 * loopback host, and declare a JSON body, which a page cannot do without a preflight. If there is a token, programs also send
 * it as `Authorization: Bearer`.
 */
export const guardControls =
  (controls: Handler, token: string | undefined): Handler =>
  async (request, response) => {
    const refusal = refusalOf(request, token);
    if (refusal === undefined) return controls(request, response);
    const [status, error] = refusal;
    // The body is not read, so the connection cannot be reused.
    response.setHeader('connection', 'close');
    send(response, status, { error });
  };

function refusalOf({ headers }: IncomingMessage, token: string | undefined): [number, string] | undefined {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return [403, 'the test controls are not for web pages'];
  if (!isLoopback((headers.host ?? '').replace(PORT, '')))
    return [403, 'the test controls have loopback addresses only'];
  if (token !== undefined && headers.authorization !== `Bearer ${token}`)
    return [401, 'the test controls need their token: Authorization: Bearer <token>'];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && !/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    return [415, 'send JSON, with Content-Type: application/json'];
  return undefined;
}
