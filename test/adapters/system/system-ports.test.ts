import { describe, expect, it } from '@jest/globals';
import { systemPorts } from '../../../src/adapters/system/index.js';

describe('systemPorts', () => {
  it('hashes with SHA-256', () => {
    const { hasher } = systemPorts();
    expect(Buffer.from(hasher.sha256(Buffer.from('abc'))).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('returns different random bytes on each call', () => {
    const { secrets } = systemPorts();
    const made = Array.from({ length: 100 }, () => Buffer.from(secrets.bytes(32)));
    expect(made.map(({ length }) => length)).toEqual(made.map(() => 32));
    expect(new Set(made.map((bytes) => bytes.toString('hex'))).size).toBe(100);
  });

  it('returns the current time', () => {
    const before = Date.now();
    const now = systemPorts().clock.now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });
});
