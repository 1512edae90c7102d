import type { TimeWindow } from '../../../../sdk/signing/index.js';
import { isSpread, MOST_AGE_MS, SPANS, type Form } from './form.js';
import type { Typed } from './typed.js';

/** Problems with the fields of a time window. */
type WindowProblems = Partial<Record<'from' | 'to', string>>;

/** Time window that the form asks for. Records the problems with its fields. */
export function windowOf(form: Form, now: number, problems: WindowProblems): TimeWindow {
  if (isSpread(form.kind) || form.validity === 'open') return {};
  if (form.validity !== 'times') return { to: new Date(now + SPANS[form.validity]) };
  const [from, to] = [typedTime(form.from), typedTime(form.to)];
  if (from.problem !== undefined) problems.from = from.problem;
  if (to.problem !== undefined) problems.to = to.problem;
  if (hasPassed(from.value, now)) problems.from = PASSED;
  if (Number(from.value ?? now) - now >= MOST_AGE_MS) problems.from = TOO_LATE;
  if (to.value !== undefined && Number(to.value) <= now)
    problems.to = 'This time has passed. Choose a later one.';
  else if (from.value !== undefined && to.value !== undefined && Number(to.value) <= Number(from.value))
    problems.to = 'It must be after the beginning.';
  return {
    ...(from.value !== undefined && { from: new Date(Number(from.value)) }),
    ...(to.value !== undefined && { to: new Date(Number(to.value)) }),
  };
}

export const TOO_LATE = 'Choose a time less than 90 days ahead: open orders end after 90 days.';
export const PASSED = 'This time has passed. Leave it empty to begin now.';
/** Time fields have whole minutes, so the current minute has not passed although it has begun. */
const MINUTE_MS = 60_000;

export const hasPassed = (time: string | undefined, now: number): boolean =>
  time !== undefined && Number(time) <= now - MINUTE_MS;

/** Unix milliseconds of a time that is typed in the visitor's zone. */
export function typedTime(text: string): Typed {
  if (text === '') return {};
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? { problem: 'Choose a date and a time.' } : { value: String(time) };
}
