import { fieldsOf } from '../../domain/shared/fields.js';
import { requireObject, shown } from '../../domain/shared/option-checks.js';

const BY = ['wallet', 'api-key', 'host'];

/** @throws TypeError for a request without an authorization, which only an untyped program can make. */
export function checkRequest(request: { readonly authorization: unknown }): void {
  requireObject('the request', request);
  requireObject('authorization', request.authorization);
  const { by, key } = fieldsOf(request.authorization);
  if (!BY.includes(by as string))
    throw new TypeError(`authorization.by must be one of ${BY.join(', ')}, not ${shown(by)}`);
  if (by === 'api-key') requireObject('authorization.key', key);
}
