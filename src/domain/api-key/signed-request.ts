import { err, ok, type Result } from '../shared/result.js';

/** How far a signed message's timestamp may lie from the server's clock, either way. */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60 * 1000;

export type SignedRequestError =
  /** The message is not JSON, or names another action or other fields. */
  { readonly kind: 'invalid-message-content' } | { readonly kind: 'expired-timestamp' };

/** What a signed message must say. Further fields are allowed. */
export type ExpectedMessage = { readonly action: string } & Readonly<Record<string, string>>;

/** A signed message's fields, checked to be for this request and recent. */
export type SignedMessage = Readonly<Record<string, unknown>> & { readonly timestamp: number };

/**
 * Reads the JSON that a wallet signed: it must name what is expected, word for word, and carry an integer
 * `timestamp` in milliseconds within five minutes of now.
 */
export function readSignedMessage(
  message: string,
  expected: ExpectedMessage,
  now: Date,
): Result<SignedMessage, SignedRequestError> {
  const fields = parseObject(message);
  if (fields === undefined) return err({ kind: 'invalid-message-content' });
  const timestamp = fields['timestamp'];
  const named = Object.entries(expected).every(([name, value]) => fields[name] === value);
  if (!named || typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) {
    return err({ kind: 'invalid-message-content' });
  }
  if (Math.abs(now.getTime() - timestamp) > TIMESTAMP_TOLERANCE_MS) return err({ kind: 'expired-timestamp' });
  return ok({ ...fields, timestamp });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
