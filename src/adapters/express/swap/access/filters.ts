import { IsIn, IsInt, Max, Min, MinLength } from 'class-validator';
import { LABEL_LENGTH } from '../../../../domain/order/terms/draft-fields.js';
import { err, ok, type Result } from '../../../../domain/shared/result.js';
import { Param, Reads, rules } from '../../schema/request-class.js';
import { address } from '../../schema/common-schemas.js';

/** Rule for the view that the caller asks for. */
export const IsView = rules(
  IsIn(['owner', 'public']),
  Param(
    'owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s view if proven, and the public one otherwise',
  ),
);

/** Rule for the owner of the requested orders. */
export const IsOwner = rules(
  MinLength(1, { message: 'Invalid owner parameter: must be one address' }),
  Param(address('only this address’s orders'), { cause: 'owner is empty or given more than once' }),
);

/** Parses a plan's id. NUL is refused because PostgreSQL cannot store it in text. */
const parsePlan = (id: string): Result<string, undefined> =>
  id !== '' && id.length <= LABEL_LENGTH && !id.includes('\0') ? ok(id) : err(undefined);

const LABEL = `one text of 1 to ${LABEL_LENGTH} characters`;

/** Rule for the plan of the requested orders. */
export const IsStrategyId = rules(
  Reads(parsePlan, { message: `Invalid strategyId parameter: must be ${LABEL}` }),
  Param('only orders of this plan', {
    minLength: 1,
    maxLength: LABEL_LENGTH,
    cause: `strategyId is not ${LABEL}`,
  }),
);

export const LIMIT = { minimum: 1, maximum: 50 };

/** Rule for the length of a page. */
export const IsLimit = (description: string) =>
  rules(
    IsInt({ message: `Invalid limit parameter (${LIMIT.minimum}-${LIMIT.maximum})` }),
    Min(LIMIT.minimum),
    Max(LIMIT.maximum),
    Param(description),
  );
