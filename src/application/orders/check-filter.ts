import { LABEL_LENGTH } from '../../domain/order/terms/draft-fields.js';
import { isObject, type Parse } from '../../domain/shared/fields.js';
import { anyText, anything, type Checks } from '../../domain/shared/option-checks.js';
import { err, ok } from '../../domain/shared/result.js';
import type { PageInput } from './list-page.js';

/** Parses a label: a short text without NUL, which PostgreSQL cannot store in text. */
export const label: Parse<string> = (raw) =>
  typeof raw === 'string' && raw !== '' && raw.length <= LABEL_LENGTH && !raw.includes('\0')
    ? ok(raw)
    : err({ reason: `must be a text of 1 to ${LABEL_LENGTH} characters without NUL` });

export const date: Parse<Date> = (raw) =>
  raw instanceof Date && !Number.isNaN(raw.getTime()) ? ok(raw) : err({ reason: 'must be a valid Date' });

export const listOf =
  (most: number): Parse<readonly string[]> =>
  (raw) =>
    Array.isArray(raw) && raw.length <= most && raw.every((item) => typeof item === 'string')
      ? ok(raw as readonly string[])
      : err({ reason: `must be a list of ${most} texts at most` });

/** Position at which a page ended. */
const position: Parse<object> = (raw) =>
  isObject(raw) && date(raw['createdAt']).ok && anyText(raw['handle']).ok
    ? ok(raw)
    : err({ reason: 'must be the next of a page' });

/** Checks of the options of a page. Only `after` is checked here; `pageOf` checks the others. */
export const PAGE_CHECKS: Checks<keyof Required<PageInput>> = {
  status: anything,
  search: anything,
  sortBy: anything,
  sortOrder: anything,
  page: anything,
  limit: anything,
  after: position,
};
