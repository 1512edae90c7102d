import type { OperatorSession, SessionHash } from '../domain/operator/session.js';
import type { Address } from '../domain/shared/address.js';

/** The sessions of operators, for all processes on a storage. Tokens are not stored, only their hashes. */
export interface OperatorSessions {
  /** Stores a new session. Throws for a known hash. */
  insert(session: OperatorSession): Promise<void>;
  /** The session with the hash, ended or not; undefined once it is deleted. */
  find(hash: SessionHash): Promise<OperatorSession | undefined>;
  /** Deletes the session, if it exists: once this resolves, no process finds it. */
  delete(hash: SessionHash): Promise<void>;
  /** Deletes all but `kept` of the wallet's sessions. Those that expire last stay and, in a tie, those with the greater hash. */
  deleteBeyond(wallet: Address, kept: number): Promise<void>;
  /** Deletes sessions that expired before `now`. */
  deleteExpired(now: Date): Promise<void>;
}
