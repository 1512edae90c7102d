import { invalidArgument } from './client-error.js';
import type { Names } from './known-names.js';
import type { MetadataOperations } from '../wire/metadata.js';
import type { OperatorOperations } from '../wire/operator.js';
import type { PricesOperations } from '../wire/prices.js';
import type { SwapOperations } from '../wire/swap.js';
import type { VaultsOperations } from '../wire/vaults.js';

/** Every operation of the service that the client calls, by id. */
export interface Operations
  extends SwapOperations, PricesOperations, MetadataOperations, VaultsOperations, OperatorOperations {}

/** The name of an operation, such as `placeOrder`. */
export type OperationId = keyof Operations;

/** An area of the service. */
export type AreaName = Operations[OperationId]['area'];

/** Route of an operation; the routes themselves are in wire/routes.ts. */
export type Route<Id extends OperationId> = Pick<Operations[Id], 'area' | 'method' | 'path'> &
  (Operations[Id] extends { readonly takesIdempotencyKey: true }
    ? { readonly idempotent: true }
    : {
        readonly idempotent?: never;
        readonly isRead?: true;
        readonly isReplicated?: true;
        readonly isText?: true;
        readonly isList?: true;
      }) &
  (HasQuery<Id> extends true ? { readonly query: Names<QueryOf<Id>> } : { readonly query?: never });

/** The parts of a request that the operation accepts. */
export type Sent<Id extends OperationId> = Pick<
  Operations[Id],
  Extract<keyof Operations[Id], 'params' | 'body'>
> &
  (HasQuery<Id> extends true ? { readonly query: QueryOf<Id> } : unknown);

/** The body of the operation's usual response. */
export type ResponseOf<Id extends OperationId> = Operations[Id]['response'];

/** The query of an operation, without the view of orders, which follows from the proof. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { readonly query: infer Q }
  ? Omit<Q, 'view'>
  : never;

type HasQuery<Id extends OperationId> = [QueryOf<Id>] extends [never]
  ? false
  : keyof QueryOf<Id> extends never
    ? false
    : true;

/** The parameters of a request. */
export interface Parameters {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

/** The path with its parameters percent-encoded, and the query. */
export function pathOf(path: string, { params = {}, query = {} }: Parameters): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** Encodes a path segment. Refuses dots, which URLs drop, and an empty segment, which would name another path. */
function segmentOf(name: string, value: unknown): string {
  const invalid = (cause?: unknown) => invalidArgument(`${name} names nothing`, cause);
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw invalid();
  try {
    return encodeURIComponent(value);
  } catch (cause) {
    throw invalid(cause);
  }
}
