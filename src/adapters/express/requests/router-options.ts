import { flag } from '../../../domain/shared/fields.js';
import { aFunction, anObject, count, type Checks } from '../../../domain/shared/option-checks.js';
import type { Clock } from '../../../ports/index.js';
import type { AddressRates } from './address-limits.js';
import type { Logger } from './request-log.js';

/** Options of the router of one area inside another program. */
export interface RouterOptions {
  /** The machine's clock when absent. */
  readonly clock?: Clock;
  /** Whether unknown paths of the area fall through to routes that are mounted after it. By default they are 404. */
  readonly fallThrough?: boolean;
  /**
   * Whether responses say which pages of other origins may read them, true when absent. False leaves that to your program, as
   * does any `Access-Control-…` header that it has set.
   */
  readonly cors?: boolean;
  /**
   * The number of trusted proxies in front of the process, 0 when absent; the app's setting `trust proxy` is not used. The proxies'
   * X-Forwarded-For is believed: if the number is too high, callers can choose their address; if it is too low, all callers count
   * as one.
   */
  readonly trustProxy?: number;
  /** Limits on each kind of call from one address; none if absent. */
  readonly rates?: AddressRates;
  /** Nothing is logged if absent. */
  readonly logger?: Logger;
  /**
   * Returns a new id for a request without one; a random UUID by default. A request has an id if your program has set the
   * response's X-Request-Id or `req.id`, or the caller has sent X-Request-Id.
   */
  readonly requestIds?: () => string;
}

/** Checks of a router's options. An area has them too, because it is passed the options of its router. */
export const ROUTER_CHECKS: Checks<keyof Required<RouterOptions>> = {
  clock: anObject('an object with a method now()'),
  fallThrough: flag,
  cors: flag,
  trustProxy: count(0),
  rates: anObject('an object such as { reads: 600 }'),
  logger: anObject('a logger'),
  requestIds: aFunction('a function that returns an id'),
};
