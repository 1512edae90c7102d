import { closestName, oneInThree } from '../shared/closest-name.js';
import { isObject, type ReportProblem } from '../shared/fields.js';
import type { Network } from '../shared/network.js';
import { err, ok, type Result } from '../shared/result.js';

/** Maximum difference between a signed message's timestamp and the server's clock, either way. */
export const TIMESTAMP_TOLERANCE_MS = 5 * 60 * 1000;

/** Reason why a signed message does not match this request. */
export type SignedRequestError = InvalidMessageContent | WrongAudience | ExpiredTimestamp;

/** Error of a message that is not JSON, names another action or other values, or has a field whose name nearly matches a known one. */
export interface InvalidMessageContent {
  readonly kind: 'invalid-message-content';
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}

/** Error of a message that was signed too long ago, or by a clock that is ahead. */
export interface ExpiredTimestamp {
  readonly kind: 'expired-timestamp';
  /** Milliseconds by which the timestamp is behind the server's clock; negative if it is ahead. */
  readonly behindMs: number;
}

/** Error of a message that is meant for another server, or that does not name its server although it must. */
export interface WrongAudience {
  readonly kind: 'wrong-audience';
  readonly field: 'audience' | 'network';
  readonly isMissing: boolean;
  /** Values that the field may have here: the server's origins, or its network. */
  readonly accepted: readonly string[];
}

/** Network and origins that a signed message may name, so that it is valid nowhere else. */
export interface Audience {
  readonly network: Network;
  /** The server's origins as callers know them, such as https://swap.example.org. */
  readonly origins: readonly string[];
  /** Whether a message must name both the network and an origin. */
  readonly isRequired: boolean;
}

/** Fields that a signed message must have, with their values. Further fields are allowed. */
export type ExpectedMessage = { readonly action: string } & Readonly<Record<string, string>>;

/** Content that a message must have besides its timestamp. */
export interface MessageDemand<T> {
  readonly expected: ExpectedMessage;
  /** Alternative name of the action, also accepted. */
  readonly alias?: string | undefined;
  /** The fields that `readContent` reads, required or not. */
  readonly fields?: readonly string[];
  /** Reads the rest of the message; undefined if it is invalid, with each bad field reported. */
  readonly readContent: (fields: SignedFields, report: ReportProblem) => T | undefined;
}

/** The fields of a signed message. */
export type SignedFields = Readonly<Record<string, unknown>>;

/** A signed message that is recent and belongs to this request. */
export interface SignedMessage<T> {
  /** Unix time in milliseconds, as signed. */
  readonly timestamp: number;
  readonly content: T;
}

/**
 * Reads the JSON that a wallet signed. It must have the expected fields and an integer `timestamp` in milliseconds within five
 * minutes of now. An `audience` (an origin) or a `network` that it names must be this server's. Further fields are ignored unless
 * their names nearly match a known one: a misspelt expiry would otherwise mean no expiry.
 */
export function readSignedMessage<T>(
  message: string,
  demand: MessageDemand<T>,
  { audience, now }: { readonly audience: Audience; readonly now: Date },
): Result<SignedMessage<T>, SignedRequestError> {
  const fields = parseObject(message);
  if (fields === undefined) return invalid([{ field: 'message', message: 'must be a JSON object' }]);
  const problems = [...problemsOf(fields, demand), ...misspeltIn(fields, demand)];
  const content = demand.readContent(fields, (field, message) => problems.push({ field, message }));
  if (content === undefined || problems.length > 0) return invalid(problems);
  const addressed = checkAudience(fields, audience);
  if (!addressed.ok) return addressed;
  const timestamp = fields['timestamp'] as number;
  const behindMs = now.getTime() - timestamp;
  if (Math.abs(behindMs) > TIMESTAMP_TOLERANCE_MS) return err({ kind: 'expired-timestamp', behindMs });
  return ok({ timestamp, content });
}

const invalid = (problems: InvalidMessageContent['problems']) =>
  err({ kind: 'invalid-message-content' as const, problems });

type Problems = InvalidMessageContent['problems'];
type Names = Pick<MessageDemand<unknown>, 'expected' | 'alias' | 'fields'>;

function problemsOf(fields: SignedFields, { expected, alias }: Names): Problems {
  const isAlias = (name: string) => name === 'action' && alias !== undefined && fields[name] === alias;
  const differing = Object.entries(expected).filter(
    ([name, value]) => fields[name] !== value && !isAlias(name),
  );
  const problems = differing.map(([field, value]) => ({ field, message: `must be ${value}` }));
  return Number.isSafeInteger(fields['timestamp'])
    ? problems
    : [...problems, { field: 'timestamp', message: 'must be a whole number of milliseconds' }];
}

/** Maximum number of unknown fields whose names are compared with the known ones. */
const MOST_COMPARED = 20;

function misspeltIn(message: SignedFields, { expected, fields = [] }: Names): Problems {
  const known = [...Object.keys(expected), 'timestamp', 'audience', 'network', ...fields];
  const unknown = Object.keys(message).filter((name) => !known.includes(name));
  return unknown.slice(0, MOST_COMPARED).flatMap((field) => {
    const meant = closestName(field, known, oneInThree);
    return meant === undefined ? [] : [{ field, message: `unknown; did you mean ${meant}?` }];
  });
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
    if (!isRight) return err({ kind: 'wrong-audience', field, isMissing, accepted: names[field] });
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
