import { describe, expect, it } from '@jest/globals';
import { urlProblem, type UrlRules } from '../../../src/domain/webhook/url.js';

const PUBLIC: UrlRules = { allowedHosts: [] };
const DEVNET: UrlRules = { allowedHosts: ['localhost', '127.0.0.1', '::1'] };

describe('urlProblem', () => {
  it.each([
    'https://example.org',
    'https://example.org/hook?token=1',
    'https://example.org:8443/hook',
    'https://sub.example.co.uk/',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://example.org./',
  ])('finds nothing wrong with %s', (url) => {
    expect(urlProblem(url, PUBLIC)).toBeUndefined();
  });

  it.each([
    ['', 'must be a URL such as https://example.org/hook'],
    ['example.org/hook', 'must be a URL such as https://example.org/hook'],
    ['http://example.org/', 'must start with https://'],
    ['ftp://example.org/', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['https://user@example.org/', 'must not contain a user name or a password'],
    ['https://:secret@example.org/', 'must not contain a user name or a password'],
    ['https://example.org/#part', 'must not have a fragment'],
    ['https://example.org:22/', 'must use the protocol’s own port, or one from 1024 on'],
    ['https://example.org:80/', 'must use the protocol’s own port, or one from 1024 on'],
    ['https://localhost/', 'must name a host of the public internet'],
    ['https://api.localhost/', 'must name a host of the public internet'],
    ['https://printer.local/', 'must name a host of the public internet'],
    ['https://metadata.google.internal/', 'must name a host of the public internet'],
    ['https://postgres/', 'must name a host of the public internet'],
    ['https://LOCALHOST./', 'must name a host of the public internet'],
    [`https://example.org/${'a'.repeat(2_048)}`, 'must have at most 2048 characters'],
  ])('refuses %s', (url, problem) => {
    expect(urlProblem(url, PUBLIC)).toBe(problem);
  });

  it('lets the hosts that the operator allows have http, any port and a private name', () => {
    for (const url of ['http://localhost:80/', 'https://127.0.0.1:22/', 'http://[::1]:4000/hook'])
      expect(urlProblem(url, DEVNET)).toBeUndefined();
    expect(urlProblem('http://user@localhost/', DEVNET)).toBeDefined();
  });

  it('has no http for a public host, though loopback is allowed as on a devnet', () => {
    expect(urlProblem('http://example.org/', DEVNET)).toBe('must start with https://');
    expect(urlProblem('http://database.internal/', DEVNET)).toBe('must start with https://');
  });

  it.each(['https://10.0.0.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://[::1]/'])(
    'refuses the private address of %s once it can tell',
    (url) => {
      const isPublic = (address: string) => !['10.0.0.1', '127.0.0.1', '::1'].includes(address);
      expect(urlProblem(url, { ...PUBLIC, isPublic })).toBe('must name a host of the public internet');
      expect(urlProblem(url, PUBLIC)).toBeUndefined();
      expect(
        urlProblem(url, { ...DEVNET, allowedHosts: ['10.0.0.1', '127.0.0.1', '::1'], isPublic }),
      ).toBeUndefined();
    },
  );
});
