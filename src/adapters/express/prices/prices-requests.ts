import { IsIn, IsOptional, IsString } from 'class-validator';
import { badRequest } from '../problem.js';
import type { Query } from '../queries.js';
import { violations } from '../validation.js';

const invalid = (name: string, rule: string) => ({ message: `Invalid ${name} parameter: must be ${rule}` });

class PricesRequest {
  @IsOptional()
  @IsString(invalid('tokens', 'one list of contract ids, separated by commas'))
  tokens?: string;

  @IsOptional()
  @IsIn(['0', '1'], invalid('sparkline', '1 or 0'))
  sparkline?: string;
}

export interface PricesQuery {
  /** Only these; all when absent. They need not exist. */
  readonly tokens?: ReadonlySet<string>;
  readonly sparkline: boolean;
}

export function readPricesRequest(query: Query): PricesQuery {
  const request = new PricesRequest();
  request.tokens = query['tokens'] as string;
  request.sparkline = query['sparkline'] as string;
  const [first] = violations(request);
  if (first !== undefined) throw badRequest(first);
  const tokens = request.tokens?.split(',').map((id) => id.trim());
  return {
    ...(tokens !== undefined && { tokens: new Set(tokens) }),
    sparkline: request.sparkline === '1',
  };
}
