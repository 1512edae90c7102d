import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable } from '../../ports/index.js';
import type { HttpAnswer } from './http-attempt.js';

/** What `parse` makes of a 200; everything else says nothing. */
export function readAnswer<T>(
  answer: Result<HttpAnswer, ChainUnreachable>,
  parse: (body: unknown) => T | undefined,
): Result<T, ChainUnreachable> {
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  const value = status === 200 ? parse(body) : undefined;
  if (value !== undefined) return ok(value);
  return err({ kind: 'chain-unreachable', reason: `an unexpected answer of status ${status}` });
}
