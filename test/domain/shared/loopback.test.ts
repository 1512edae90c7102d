import { describe, expect, it } from '@jest/globals';
import { isLoopback, LOOPBACK_NAMES } from '../../../src/domain/shared/loopback.js';

describe('a host on the loopback interface', () => {
  it.each([...LOOPBACK_NAMES, '::1', '127.4.5.6', 'LocalHost'])('is %s', (host) =>
    expect(isLoopback(host)).toBe(true),
  );

  it.each([
    '',
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '127.0.0.1:3000',
  ])('is not %j', (host) => expect(isLoopback(host)).toBe(false));
});
