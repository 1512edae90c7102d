import { IsIn, IsOptional, IsString, Matches, ValidateBy } from 'class-validator';
import { badRequest } from '../problem.js';
import type { Query } from '../queries.js';
import { violations } from '../validation.js';

export const MAX_LIMIT = 1000;
export const DEFAULT_LIMIT = 100;

const LIMIT = new RegExp(`^(${MAX_LIMIT}|[1-9][0-9]{0,2})$`);
const NUMBER = /^\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,3})?$/i;

const invalid = (name: string, rule: string) => ({ message: `Invalid ${name} parameter: must be ${rule}` });

/** A plain number from 0 to the maximum. */
const NumberTo = (max: number, options: { message: string }) =>
  ValidateBy(
    {
      name: 'numberTo',
      validator: {
        validate: (value) => typeof value === 'string' && NUMBER.test(value) && Number(value) <= max,
      },
    },
    options,
  );

class DetailsRequest {
  @IsOptional()
  @IsIn(['true', 'false'], invalid('details', 'true or false'))
  details?: string;
}

class ListRequest extends DetailsRequest {
  @IsOptional()
  @Matches(/\./, { message: 'Invalid contract ID format: token must be one contract id' })
  token?: string;

  @IsOptional()
  @IsString(invalid('symbols', 'one list of symbols, separated by commas'))
  symbols?: string;

  @IsOptional()
  @Matches(LIMIT, invalid('limit', `a whole number from 1 to ${MAX_LIMIT}`))
  limit?: string;

  @IsOptional()
  @NumberTo(Number.MAX_VALUE, invalid('minPrice', 'a number, 0 or more'))
  minPrice?: string;

  @IsOptional()
  @NumberTo(1, invalid('minConfidence', 'a number from 0 to 1'))
  minConfidence?: string;
}

/** What a list is asked for, as it is echoed. */
export interface LegacyQuery {
  readonly token?: string;
  /** Lower or upper case alike. */
  readonly symbols?: readonly string[];
  readonly limit: number;
  /** Dollars. */
  readonly minPrice?: number;
  /** 0 to 1. */
  readonly minConfidence?: number;
  readonly details: boolean;
}

export const LIST_PARAMETERS = ['token', 'symbols', 'limit', 'minPrice', 'minConfidence', 'details'];
export const SINGLE_PARAMETERS = ['details'];

export function readLegacyList(query: Query): LegacyQuery {
  const request = new ListRequest();
  request.token = query['token'] as string;
  request.symbols = query['symbols'] as string;
  request.limit = query['limit'] as string;
  request.minPrice = query['minPrice'] as string;
  request.minConfidence = query['minConfidence'] as string;
  const details = readDetails(query, request);
  const { token, symbols, limit, minPrice, minConfidence } = request;
  return {
    ...(token !== undefined && { token }),
    ...(symbols !== undefined && { symbols: symbols.split(',').map((symbol) => symbol.trim()) }),
    limit: limit === undefined ? DEFAULT_LIMIT : Number(limit),
    ...(minPrice !== undefined && { minPrice: Number(minPrice) }),
    ...(minConfidence !== undefined && { minConfidence: Number(minConfidence) }),
    details,
  };
}

/** Whether details are asked for. */
export function readDetails(query: Query, request = new DetailsRequest()): boolean {
  request.details = query['details'] as string;
  const [first] = violations(request);
  if (first !== undefined) throw badRequest(first);
  return request.details === 'true';
}

export function requireContractId(text: string): string {
  if (text.includes('.')) return text;
  throw badRequest('Invalid contract ID format: must be <address>.<contract-name>, or .stx');
}
