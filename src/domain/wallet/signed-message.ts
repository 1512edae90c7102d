import { isObject } from '../shared/fields.js';
import { err, ok, type Result } from '../shared/result.js';

/** How far a signed message's timestamp may lie from the server's clock, either way. */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60 * 1000;

export type SignedRequestError =
  /** The message is not JSON, or names another action or other fields. */
  { readonly kind: 'invalid-message-content' } | { readonly kind: 'expired-timestamp' };

/** Fields that a signed message must have, with their values. Further fields are allowed. */
export type ExpectedMessage = { readonly action: string } & Readonly<Record<string, string>>;

/** The fields of a signed message. */
export type SignedFields = Readonly<Record<string, unknown>>;

/** A signed message that is recent and belongs to this request. */
export interface SignedMessage<T> {
  /** Milliseconds. */
  readonly timestamp: number;
  readonly content: T;
}

/**
 * Reads the JSON that a wallet signed. It must have the expected fields and an integer `timestamp` in milliseconds
 * within five minutes of now.
 *
 * @param readContent reads the rest of the message; undefined when it is invalid.
 */
export function readSignedMessage<T>(
  message: string,
  expected: ExpectedMessage,
  now: Date,
  readContent: (fields: SignedFields) => T | undefined,
): Result<SignedMessage<T>, SignedRequestError> {
  const fields = parseObject(message);
  if (fields === undefined) return err({ kind: 'invalid-message-content' });
  const timestamp = fields['timestamp'];
  const isExpected = Object.entries(expected).every(([name, value]) => fields[name] === value);
  const content = isExpected ? readContent(fields) : undefined;
  if (content === undefined || typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) {
    return err({ kind: 'invalid-message-content' });
  }
  if (Math.abs(now.getTime() - timestamp) > TIMESTAMP_TOLERANCE_MS) return err({ kind: 'expired-timestamp' });
  return ok({ timestamp, content });
}

function parseObject(text: string): SignedFields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
