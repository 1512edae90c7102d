import { badRequest, type JsonBody } from './http-server.js';

/**
 * The amount in a request.
 *
 * @throws HttpError 400 unless it is a positive whole number.
 */
export function amountOf({ amount }: JsonBody): bigint {
  if (!/^[1-9][0-9]{0,38}$/.test(String(amount))) throw badRequest('amount must be a positive whole number');
  return BigInt(String(amount));
}

/**
 * The text of a field in a request.
 *
 * @throws HttpError 400 unless it is a nonempty text.
 */
export function text(body: JsonBody, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw badRequest(`${name} must be text`);
  return value;
}
