import { validateStacksAddress } from '@stacks/transactions';
import { badRequest } from './http-server.js';

/** Matches an address or a contract id in a path. */
export const PRINCIPAL = '(?<principal>S[0-9A-Z]+(\\.[A-Za-z0-9_-]+)?)';

/** The principal in a request. @throws HttpError 400 for anything else. */
export function principal(text: unknown): string {
  if (typeof text === 'string' && validateStacksAddress(text.split('.')[0] ?? '')) return text;
  throw badRequest('not a Stacks principal');
}
