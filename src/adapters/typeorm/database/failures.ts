import { QueryFailedError } from 'typeorm';
import { StorageFailure } from '../../../ports/index.js';

/**
 * Codes of a database that is unavailable for now. Postgres: connection (08), resources (53), operator (57), system (58), a
 * read-only transaction, a lock in use. SQLite: result codes with their extensions. Others: errno of the socket, and Node's codes
 * for one that was written to after it closed.
 */
const OUTAGE_CODES =
  /^((08|53|57|58)[0-9A-Z]{3}|25006|55P03|E[A-Z]{4,}|ERR_(?:STREAM|SOCKET)_[A-Z_]+|EPIPE|SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB).*)$/;

/** Messages of failures without a code: from the Postgres driver and, if a connection broke before a statement, from TypeORM. */
const OUTAGE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client (has encountered|was closed)|Query runner already released)/;

/** Error that a driver or TypeORM threw, as a `StorageFailure` if it came from the database. */
export function failureOf(error: unknown): unknown {
  if (error instanceof StorageFailure) return error;
  const isRefused = error instanceof QueryFailedError;
  const { message, code } = ((isRefused ? error.driverError : error) ?? {}) as DriverError;
  const isOutage = typeof code === 'string' ? OUTAGE_CODES.test(code) : OUTAGE_MESSAGES.test(String(message));
  if (!isOutage && !isRefused) return error;
  // If every address of a host refuses the connection, Node's error has no message.
  return new StorageFailure(message || code || 'no reason given', code, isOutage);
}

/** Whether another connection holds an SQLite lock that the statement needs. */
export function isBusy(error: unknown): boolean {
  const failure = failureOf(error);
  return failure instanceof StorageFailure && failure.code?.startsWith('SQLITE_BUSY') === true;
}

interface DriverError {
  readonly message?: string;
  readonly code?: string;
}
