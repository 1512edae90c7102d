import { isObject } from '../shared/fields.js';
import type { Network } from '../shared/network.js';
import { err, ok, type Result } from '../shared/result.js';

/** How far a signed message's timestamp may lie from the server's clock, either way. */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60 * 1000;

export type SignedRequestError =
  /** The message is not JSON, or names another action or other fields. */
  { readonly kind: 'invalid-message-content' } | WrongAudience | { readonly kind: 'expired-timestamp' };

/** The message is meant for another server or, where that is required, does not say for which. */
export interface WrongAudience {
  readonly kind: 'wrong-audience';
  readonly field: 'audience' | 'network';
  readonly isMissing: boolean;
}

/** What a signed message may name, so that it works nowhere else. */
export interface Audience {
  readonly network: Network;
  /** The server's origins as callers know them, such as https://swap.example.org. */
  readonly origins: readonly string[];
  /** Whether a message must name both. */
  readonly isRequired: boolean;
}

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
 * within five minutes of now. Where it names an `audience`, an origin, or a `network`, they must be this server's.
 *
 * @param readContent reads the rest of the message; undefined when it is invalid.
 */
export function readSignedMessage<T>(
  message: string,
  expected: ExpectedMessage,
  { audience, now }: { readonly audience: Audience; readonly now: Date },
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
  const addressed = checkAudience(fields, audience);
  if (!addressed.ok) return addressed;
  if (Math.abs(now.getTime() - timestamp) > TIMESTAMP_TOLERANCE_MS) return err({ kind: 'expired-timestamp' });
  return ok({ timestamp, content });
}

function checkAudience(
  fields: SignedFields,
  { network, origins, isRequired }: Audience,
): Result<void, WrongAudience> {
  const names = { audience: origins, network: [network] } as const;
  for (const field of ['audience', 'network'] as const) {
    const named = fields[field];
    const isMissing = named === undefined;
    const isRight = isMissing ? !isRequired : (names[field] as readonly unknown[]).includes(named);
    if (!isRight) return err({ kind: 'wrong-audience', field, isMissing });
  }
  return ok();
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
