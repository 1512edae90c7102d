import {
  beginSession,
  hasEnded,
  hashOf,
  MAX_SESSIONS,
  parseSessionToken,
  TOKEN_BYTES,
  type OperatorSession,
  type SessionToken,
} from '../../domain/operator/session.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type AudienceSettings,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../authorization/prove-wallet.js';
import type { CoreSettings } from '../settings.js';

/** A new session with its token, which cannot be read again. */
export interface BegunSession {
  readonly session: OperatorSession;
  readonly token: SessionToken;
}

/** Error of an exchange for which no operator's wallet is configured. */
interface OperatorOff {
  readonly kind: 'operator-off';
}

/** Reason why a wallet is not signed in. */
export type SignInError = OperatorOff | ProveWalletError | { readonly kind: 'not-operator' };

/** Reason why a token is not admitted: it is unknown, expired or signed out, or its wallet is no longer an operator's. */
export type SessionError = OperatorOff | { readonly kind: 'session-ended' };

type Needs = WalletPorts & Pick<Ports, 'operatorSessions' | 'secrets'>;

type Settings = AudienceSettings & Pick<CoreSettings, 'operatorWallets'>;

export const makeOperatorSessions = (ports: Needs, settings: Settings) => {
  const { clock, hasher, operatorSessions, secrets } = ports;
  const { operatorWallets } = settings;
  const proveWallet = makeProveWallet(ports, settings);
  const isOperator = (wallet: Address) => operatorWallets.includes(wallet);

  /** Reads the session from storage on every call, so that signing out takes effect in every process at once. */
  const authenticate = async (raw: string): Promise<Result<OperatorSession, SessionError>> => {
    if (operatorWallets.length === 0) return err({ kind: 'operator-off' });
    const token = parseSessionToken(raw);
    const session = token && (await operatorSessions.find(hashOf(token, hasher.sha256)));
    if (session === undefined || hasEnded(session, clock.now()) || !isOperator(session.wallet))
      return err({ kind: 'session-ended' });
    return ok(session);
  };

  return {
    /**
     * Begins a session of one hour for a wallet of `operatorWallets`, and ends all but the wallet's ten newest sessions. The
     * signed message must name the server for which it is meant.
     */
    signIn: async (proof: WalletProof): Promise<Result<BegunSession, SignInError>> => {
      if (operatorWallets.length === 0) return err({ kind: 'operator-off' });
      const proven = await proveWallet(proof, {
        expected: { action: 'operator_sign_in' },
        // Otherwise, another server at which the operator signs in could use the message to sign in here.
        readContent: ({ audience }, report) => {
          if (audience !== undefined) return true;
          report('audience', 'must be the origin of this server');
          return undefined;
        },
        use: 'once',
      });
      if (!proven.ok) return proven;
      const { wallet } = proven.value;
      if (!isOperator(wallet)) return err({ kind: 'not-operator' });
      const begun = beginSession({ wallet, now: clock.now() }, secrets.bytes(TOKEN_BYTES), hasher.sha256);
      await operatorSessions.insert(begun.session);
      await operatorSessions.deleteBeyond(wallet, MAX_SESSIONS);
      return ok(begun);
    },

    authenticate,

    /** Ends the session: once this resolves, no process admits its token. */
    signOut: async (raw: string): Promise<Result<OperatorSession, SessionError>> => {
      const session = await authenticate(raw);
      if (session.ok) await operatorSessions.delete(session.value.hash);
      return session;
    },
  };
};
