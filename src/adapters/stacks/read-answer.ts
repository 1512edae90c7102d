import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable } from '../../ports/index.js';
import type { HttpResponse } from './http-attempt.js';

/** Parses the body of a 200; any other response counts as unreachable. */
export function readAnswer<T>(
  answer: Result<HttpResponse, ChainUnreachable>,
  parse: (body: unknown) => T | undefined,
): Result<T, ChainUnreachable> {
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  const value = status === 200 ? parse(body) : undefined;
  if (value !== undefined) return ok(value);
  return err({ kind: 'chain-unreachable', reason: `an unexpected response of status ${status}` });
}
