import { IsOptional, IsString } from 'class-validator';
import { badRequest } from '../problem.js';
import type { Query } from '../queries.js';
import { violations } from '../validation.js';

export const LIST_PARAMETERS = ['principal', 'limit', 'cursor'];
export const MAX_PAGE = 1_000;

const invalid = (name: string, rule: string) => `Invalid ${name} parameter: must be ${rule}`;
const LIMIT_RULE = invalid('limit', `a whole number from 1 to ${MAX_PAGE}`);
const CURSOR_RULE = invalid('cursor', 'the nextCursor of a page before');

class MetadataListRequest {
  @IsOptional()
  @IsString({ message: invalid('principal', 'one text that contract ids start with') })
  principal?: string;

  @IsOptional()
  @IsString({ message: LIMIT_RULE })
  limit?: string;

  @IsOptional()
  @IsString({ message: CURSOR_RULE })
  cursor?: string;
}

export interface MetadataListQuery {
  /** What contract ids must start with; any when absent. */
  readonly principal?: string;
  /** Absent: the whole list, in one answer. */
  readonly page?: { readonly limit: number; readonly after?: string };
}

/** With a cursor alone, a page is as long as it may be. */
export function readListRequest(query: Query): MetadataListQuery {
  const request = new MetadataListRequest();
  request.principal = query['principal'] as string;
  request.limit = query['limit'] as string;
  request.cursor = query['cursor'] as string;
  const [first] = violations(request);
  if (first !== undefined) throw badRequest(first);
  const { principal, limit, cursor } = request;
  const isPaged = limit !== undefined || cursor !== undefined;
  return {
    ...(principal !== undefined && { principal }),
    ...(isPaged && {
      page: {
        limit: limit === undefined ? MAX_PAGE : readLimit(limit),
        ...(cursor !== undefined && { after: readCursor(cursor) }),
      },
    }),
  };
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_PAGE) throw badRequest(LIMIT_RULE);
  return limit;
}

/** A text that callers only hand back: the last contract id of a page. */
export const writeCursor = (contractId: string): string => Buffer.from(contractId).toString('base64url');

function readCursor(cursor: string): string {
  const contractId = Buffer.from(cursor, 'base64url').toString();
  if (!/^[\w.-]{1,200}$/.test(contractId) || writeCursor(contractId) !== cursor)
    throw badRequest(CURSOR_RULE);
  return contractId;
}
