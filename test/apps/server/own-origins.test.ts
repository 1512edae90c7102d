import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../src/apps/server/config.js';
import { OwnOrigins } from '../../../src/apps/server/own-origins.js';

const originsOf = (env: Record<string, string>, url?: string) => {
  const origins = new OwnOrigins(readConfig(env));
  if (url !== undefined) origins.listening(url);
  return origins.list();
};

describe('OwnOrigins', () => {
  it('are empty before the server listens, without settings', () => {
    expect(originsOf({})).toEqual([]);
  });

  it('are the names of the loopback interface for a server that listens there', () => {
    expect(originsOf({}, 'http://127.0.0.1:3000')).toEqual([
      'http://127.0.0.1:3000',
      'http://localhost:3000',
      'http://[::1]:3000',
    ]);
  });

  it('are the address and the configured name of a server that listens elsewhere', () => {
    expect(originsOf({ HOST: 'sluice.internal' }, 'http://10.0.0.7:80')).toEqual([
      'http://sluice.internal',
      'http://10.0.0.7',
    ]);
  });

  it('include the loopback interface for a server that listens on every interface', () => {
    for (const [host, url] of [
      ['0.0.0.0', 'http://0.0.0.0:3000'],
      ['::', 'http://[::]:3000'],
    ] as const)
      expect(originsOf({ HOST: host }, url)).toEqual(
        expect.arrayContaining(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']),
      );
  });

  it('are the public addresses, and each host with either scheme and with the listener’s port', () => {
    const env = {
      HOST: '10.0.0.7',
      SLUICE_PUBLIC_URL: 'https://app.example.org/sluice',
      SLUICE_HOSTS: 'swap=swap.example.org',
    };
    expect(originsOf(env, 'http://10.0.0.7:3000')).toEqual([
      'https://app.example.org',
      'https://swap.example.org',
      'http://swap.example.org',
      'http://10.0.0.7:3000',
      'http://swap.example.org:3000',
    ]);
  });
});
