import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { failureOf } from '../../../src/adapters/typeorm/database/failures.js';
import { StorageFailure } from '../../../src/ports/index.js';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

describe('failureOf', () => {
  it.each(['08006', '53300', '57P01', '25006', '55P03', 'ECONNRESET', 'EPIPE', 'SQLITE_BUSY', 'SQLITE_FULL'])(
    'takes %s for an outage',
    (code) => expect(failureOf(withCode(code))).toMatchObject({ code, isOutage: true }),
  );

  it.each(['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED'])(
    'takes %s, of a connection that broke before a statement, for an outage',
    (code) => expect(failureOf(withCode(code))).toMatchObject({ code, isOutage: true }),
  );

  it('takes a statement that the database refuses for a failure, and no outage', () => {
    const refused = new QueryFailedError('INSERT', [], withCode('23502'));
    expect(failureOf(refused)).toMatchObject({ code: '23502', isOutage: false });
    expect(failureOf(refused)).toBeInstanceOf(StorageFailure);
  });

  it.each(['ERR_INVALID_ARG_TYPE', 'ERR_ASSERTION'])('leaves %s, a bug, as it is', (code) => {
    const bug = withCode(code);
    expect(failureOf(bug)).toBe(bug);
  });
});
