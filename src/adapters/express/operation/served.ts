import { respondingToErrorsAs } from './areas.js';
import { noteOperation } from './operation-of.js';
import type { Request, RequestHandler, Response } from 'express';
import { defined } from '../../../domain/shared/fields.js';
import { addressRateExceeded, limitAddress } from '../requests/address-limits.js';
import { ADDRESS_RATE_HEADERS } from '../schema/address-rate-headers.js';
import { badRequest, orFail, outageAs, type Problem } from '../errors/problem.js';
import type { Call, Declaration, NamesIn, Operation, ResponseSpec } from './declaration.js';
import type { ResponseDescription } from '../schema/model.js';
import type { Access } from '../schema/access.js';
import { announceIgnored } from '../requests/ignored.js';
import { POSITION_HEADER, POSITION_PARAMETER } from '../requests/positions.js';
import { noteWallet } from '../requests/known-caller.js';
import { BODY_ERRORS, INTERNAL, MALFORMED_PATH, OUTAGE } from '../schema/outcomes.js';
import {
  describeParameters,
  MISSPELT_PARAMETER,
  misspeltParameter,
  parameterErrors,
  readParameters,
} from '../requests/parameters.js';

type WithStatus = ResponseSpec<unknown> & { readonly status: number };
type AnyDeclaration<Parts, Path extends string, Q> = Declaration<Parts, Path, Q, unknown> & {
  readonly otherwise?: WithStatus;
};

/** The description and the handlers of a declaration. */
export function served<Parts, Path extends string, Q>(
  spec: AnyDeclaration<Parts, Path, Q>,
  serve: (parts: Parts) => RequestHandler,
  before: readonly RequestHandler[] = [],
): Operation<Parts> {
  const { id, method = 'get', path, summary, rules, access = ['anyone'], signedFields } = spec;
  const { params = {}, headers = {}, body, response, otherwise, errors = [], failure, limitedAs } = spec;
  const { replicated } = spec;
  const inPath = describeParameters('path', params);
  const inQuery = queryParameters(spec);
  const announced = {
    ...(limitedAs !== undefined && ADDRESS_RATE_HEADERS),
    ...(replicated !== undefined && POSITION_HEADER),
  };
  const described = (sent: WithStatus) =>
    describeResponse({ ...sent, headers: { ...sent.headers, ...announced } });
  const inHeaders = [
    ...describeParameters('header', headers),
    ...(replicated === 'reads' ? describeParameters('header', POSITION_PARAMETER) : []),
  ];
  const parameters = [...inPath, ...inQuery, ...inHeaders];
  return {
    ...{ id, method, path, summary, access, curl: spec.curl },
    ...defined({ rules, signedFields, body, sign: spec.sign, origins: spec.origins, allow: spec.allow }),
    ...defined({ error: spec.error, alias: spec.alias, priority: spec.priority }),
    ...(parameters.length > 0 && { parameters }),
    responses: [
      described({ status: 200, ...response }),
      ...(otherwise === undefined ? [] : [described(otherwise)]),
    ],
    errors: [
      ...(inPath.length > 0 ? [MALFORMED_PATH] : []),
      ...(limitedAs === undefined ? [] : [addressRateExceeded(limitedAs)]),
      ...(body === undefined ? [] : BODY_ERRORS),
      ...parameterErrors(spec.query ?? spec.rawQuery ?? {}),
      ...(inQuery.length > 0 ? [MISSPELT_PARAMETER] : []),
      ...parameterErrors(params),
      ...errors,
      ...(failure === undefined ? [] : [failure, { ...outageAs(failure), cause: OUTAGE.cause }]),
      INTERNAL,
    ],
    handlers: (parts) => [
      (_req, res, next) => {
        noteOperation(res, id);
        next();
      },
      ...(spec.error === undefined ? [] : [respondingToErrorsAs(spec.error)]),
      ...(access.some((one) => WALLETS.includes(one)) && !access.includes('anyone') ? [noteWallet] : []),
      ...(limitedAs === undefined ? [] : [limitAddress(limitedAs, access)]),
      ...before,
      failure === undefined ? serve(parts) : failingWith(failure, serve(parts)),
    ],
  };
}

/** Access that a wallet's signed message gives. */
const WALLETS: readonly Access[] = ['wallet-headers', 'wallet-body', 'operator-wallet'];

/** Replaces unexpected errors of the handler by the problem, except once the response has begun. */
const failingWith =
  (problem: Problem, handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    orFail(
      problem,
      async () => handler(req, res, next),
      () => !res.headersSent,
    );

/**
 * Returns the calls of an operation. A misspelt filter would select more than intended, so it is refused; other unknown names are
 * ignored and listed in the response. A parameter without a value, as forms send it, counts as absent.
 */
export const callsOf = <Parts, Path extends string, Q>(spec: AnyDeclaration<Parts, Path, Q>) => {
  const { query: QueryClass, params: Params } = spec;
  const known = queryParameters(spec).map(({ name }) => name);
  return (req: Request, res: Response): Call<NamesIn<Path>, Q> => {
    // Express parses the query each time.
    const sent = req.query;
    const query = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
    const read = QueryClass === undefined ? (query as Q) : readParameters(query, QueryClass);
    const misspelt = misspeltParameter(sent, known);
    if (misspelt !== undefined) throw badRequest(misspelt);
    announceIgnored(res, sent, known);
    if (typeof Params === 'function') readParameters(req.params, Params);
    return { query: read, params: req.params as Readonly<Record<NamesIn<Path>, string>>, req, res };
  };
};

export const queryParameters = ({
  query,
  rawQuery,
  required,
}: Pick<AnyDeclaration<unknown, string, unknown>, 'query' | 'rawQuery' | 'required'>) =>
  describeParameters('query', query ?? rawQuery ?? {}, required);

export const cachingOf = ({ caching = 'no-store' }: Pick<ResponseSpec<unknown>, 'caching'>): string =>
  caching;

const describeResponse = (response: WithStatus): ResponseDescription => {
  const { status, description, schema, mediaType, tagged, headers, cachingNote } = response;
  const caching = [cachingOf(response), ...(cachingNote === undefined ? [] : [cachingNote])].join('; ');
  return { status, description, schema, caching, ...defined({ mediaType, tagged, headers }) };
};
