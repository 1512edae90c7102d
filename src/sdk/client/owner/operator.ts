import type { Proof, ReadOptions } from '../transport/call.js';
import { ClientError } from '../transport/client-error.js';
import type { ClientOptions, Connection } from '../transport/connection.js';
import { alone, type Credentials } from './credentials.js';
import type { QueryOf, ResponseOf } from '../transport/route.js';
import { isoOf, type Time } from '../transport/times.js';
import type { OperatorStatus, SendingSwitch } from '../wire/operator.js';
import * as routes from '../wire/routes.js';

/** Wallet that is signed in, and the end of its session. */
export type OperatorSession = Omit<ResponseOf<'signInOperator'>, 'token'>;

/** Selection of costs. */
export interface CostQuery extends Omit<QueryOf<'readCosts'>, 'from' | 'to'> {
  /** Only transactions stored at this time or later; 30 days before `to` by default. */
  readonly from?: Time | undefined;
  /** Only transactions stored before this time; now by default. */
  readonly to?: Time | undefined;
}

/**
 * The operator's view. Its calls need a session, whose token this client keeps to itself until `signOut` or until the page
 * closes; they reject with `session-ended` after the session ends.
 */
export interface OperatorClient {
  /** Begins a session of an hour. The client's wallet signs; the server's settings must name it. */
  signIn(options?: ReadOptions): Promise<OperatorSession>;
  /** The client's session, even if it has ended. */
  session(): OperatorSession | undefined;
  status(options?: ReadOptions): Promise<OperatorStatus>;
  /** Pauses new swaps in every process. Everyone may read the reason. */
  pause(reason?: string, options?: ReadOptions): Promise<SendingSwitch>;
  /** Sends new swaps again. */
  resume(options?: ReadOptions): Promise<SendingSwitch>;
  /** Cost of the operator's transactions in STX and dollars, by day, account, owner or integrator. */
  costs(query?: CostQuery, options?: ReadOptions): Promise<ResponseOf<'readCosts'>>;
  /** Cost of each transaction as a CSV file. */
  exportCosts(period?: Omit<CostQuery, 'by'>, options?: ReadOptions): Promise<string>;
  /** Ends the session at once, in every process. */
  signOut(options?: ReadOptions): Promise<void>;
}

/**
 * A client of the operator's view alone. Sends nothing yet.
 *
 * @throws RangeError or TypeError for an invalid option.
 * @example
 * const operator = operatorClient({ baseUrl: 'https://dex.example.org', wallet });
 * await operator.signIn();
 * const { health, problems } = await operator.status();
 */
export const operatorClient = (options: ClientOptions): OperatorClient => alone(operatorOf, options);

export const operatorOf = ({ call }: Connection, credentials: Credentials): OperatorClient => {
  let kept: ResponseOf<'signInOperator'> | undefined;
  const prove = async (): Promise<Proof> => {
    if (kept === undefined) throw new ClientError('The client is not signed in', { code: 'no-credentials' });
    return { headers: { authorization: `Bearer ${kept.token}` } };
  };
  const session = () => kept && { wallet: kept.wallet, expiresAt: kept.expiresAt };
  return {
    signIn: async (options) => {
      const signed = credentials.inBody({ action: 'operator_sign_in' });
      kept = await call(routes.signInOperator, { ...signed, options });
      return session()!;
    },
    session,
    status: (options) => call(routes.readOperatorStatus, { options, prove }),
    pause: (reason, options) => call(routes.pauseSending, { body: { reason }, options, prove }),
    resume: (options) => call(routes.resumeSending, { options, prove }),
    costs: ({ from, to, ...query } = {}, options) =>
      call(routes.readCosts, { query: { ...query, from: isoOf(from), to: isoOf(to) }, options, prove }),
    exportCosts: ({ from, to } = {}, options) =>
      call(routes.exportCosts, { query: { from: isoOf(from), to: isoOf(to) }, options, prove }),
    signOut: async (options) => {
      await call(routes.signOutOperator, { options, prove });
      kept = undefined;
    },
  };
};
