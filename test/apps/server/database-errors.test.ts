import { describe, expect, it } from '@jest/globals';
import { databaseError, databaseName } from '../../../src/apps/server/database-errors.js';
import { StartError } from '../../../src/apps/run/start-error.js';

const POSTGRES = 'postgres://sluice:pass-word@db.example:5433/exchange';
const coded = (code: string, message = 'as the driver says') => Object.assign(new Error(message), { code });

const sentence = (url: string, error: Error): string => {
  const told = databaseError(url, error);
  expect(told).toBeInstanceOf(StartError);
  return (told as StartError).message;
};

describe('databaseName', () => {
  it.each([
    ['sqlite:./data/sluice.db', './data/sluice.db'],
    ['sqlite::memory:', 'memory'],
    [POSTGRES, 'postgres://db.example:5433/exchange'],
    ['postgres://host:port/x', 'a Postgres database'],
  ])('databaseName of %s is %s', (url, name) => expect(databaseName(url)).toBe(name));
});

describe('databaseError', () => {
  it.each([
    ['SQLITE_NOTADB', 'is no SQLite database'],
    ['SQLITE_CORRUPT', 'restore a backup'],
    ['EACCES', 'cannot be opened for writing (EACCES)'],
    ['SQLITE_CANTOPEN', 'cannot be opened for writing (SQLITE_CANTOPEN)'],
    ['SQLITE_READONLY_DBMOVED', 'cannot be opened for writing'],
    ['ENOTDIR', 'a part of this path is a file'],
    ['SQLITE_FULL', 'disk is full'],
    ['SQLITE_BUSY', 'another program has locked'],
  ])('names DATABASE_URL and the path for %s, and what to do', (code, words) => {
    const told = sentence('sqlite:/srv/a.db', coded(code));
    expect(told).toContain('DATABASE_URL names /srv/a.db');
    expect(told).toContain(words);
  });

  it.each([
    ['ECONNREFUSED', 'no server accepts connections'],
    ['ENOTFOUND', 'cannot be found'],
    ['ETIMEDOUT', 'does not respond'],
    ['28P01', 'does not let in the user "sluice"'],
    ['28000', 'check user and password'],
    ['3D000', 'has no database "exchange": create it (createdb exchange)'],
    ['42501', 'may not do what the tables of "exchange"'],
    ['57P03', 'takes no connections now'],
  ])('names DATABASE_URL and the host for %s, and never the password', (code, words) => {
    const told = sentence(POSTGRES, coded(code));
    expect(told).toContain('DATABASE_URL');
    expect(told).toContain('db.example:5433');
    expect(told).toContain(words);
    expect(told).not.toContain('pass-word');
  });

  it('knows errors without a code by what the driver says', () => {
    const noPassword = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    expect(sentence(POSTGRES, noPassword)).toContain('asks the user "sluice" for a password');
    expect(sentence(POSTGRES, new Error('timeout exceeded when trying to connect'))).toContain(
      'does not respond',
    );
  });

  it('keeps the sentence of a refusal by the storage itself', () => {
    const refusal = new Error('the database was written by a newer release (X): start that one');
    expect(sentence(POSTGRES, refusal)).toBe(refusal.message);
  });

  it('finds the code in the error of a failed query', () => {
    const wrapped = Object.assign(new Error('query failed'), { driverError: coded('SQLITE_NOTADB') });
    expect(sentence('sqlite:/srv/a.db', wrapped)).toContain('is no SQLite database');
  });

  it.each([new TypeError('x is not a function'), coded('XX000')])(
    'returns %s, a fault, as it is',
    (fault) => {
      expect(databaseError(POSTGRES, fault)).toBe(fault);
    },
  );
});
