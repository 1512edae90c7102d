import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import fc from 'fast-check';
import { addressOf, hostOf, networkOf } from '../../../src/adapters/express/requests/caller.js';

const PEER = '192.0.2.1';

function aRequest(headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: PEER });
  return Object.assign(new IncomingMessage(socket), { headers });
}

/** What Express computes for the same request. */
function asExpress(headers: Record<string, string>, proxies: number): Request {
  const app = express().set('trust proxy', proxies);
  const req = Object.create(app.request) as Request;
  return Object.assign(req, { headers, socket: aRequest(headers).socket, app });
}

const addresses = fc.array(fc.ipV4(), { maxLength: 5 }).map((list) => list.join(', '));

describe('addressOf', () => {
  it.each([
    [0, '10.0.0.1', PEER],
    [1, '10.0.0.1', '10.0.0.1'],
    [1, '10.0.0.2, 10.0.0.1', '10.0.0.1'],
    [2, '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    [3, '10.0.0.2, 10.0.0.1', '10.0.0.2'],
    [1, '', PEER],
    [1, ' , ,', PEER],
  ])('addressOf behind %d proxies with X-Forwarded-For %p is %s', (proxies, forwarded, address) => {
    expect(addressOf(aRequest({ 'x-forwarded-for': forwarded }), proxies)).toBe(address);
  });

  it('equals what Express computes', () => {
    fc.assert(
      fc.property(addresses, fc.nat({ max: 6 }), (forwarded, proxies) => {
        const headers = { 'x-forwarded-for': forwarded };
        expect(addressOf(aRequest(headers), proxies)).toBe(asExpress(headers, proxies).ip);
      }),
    );
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::2:0:0:0:1', '2001:db8:0:2'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('networkOf of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is short whatever a proxy names', () => {
    expect(networkOf('x'.repeat(5_000))).toBe('x'.repeat(45));
  });

  it('is the same for every address of a /64 network, and differs between networks', () => {
    const groups = fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 });
    const text = (parts: readonly number[]) =>
      new URL(`http://[${parts.map((n) => n.toString(16)).join(':')}]`).hostname.slice(1, -1);
    fc.assert(
      fc.property(groups, groups, (network, host) => {
        expect(networkOf(text([...network, ...host]))).toBe(network.map((n) => n.toString(16)).join(':'));
      }),
    );
  });
});

describe('hostOf', () => {
  const hosts = fc.constantFrom(
    'a.example.org',
    'A.example.org:80',
    'a.example.org, b.example.org',
    '[::1]:80',
    '',
  );

  it('equals what Express computes, in lower case', () => {
    fc.assert(
      fc.property(hosts, hosts, fc.nat({ max: 2 }), (host, forwarded, proxies) => {
        const headers = { host, ...(forwarded !== '' && { 'x-forwarded-host': forwarded }) };
        const taken = asExpress(headers, proxies).hostname as string | undefined;
        expect(hostOf(aRequest(headers), proxies) || undefined).toBe(taken?.toLowerCase());
      }),
    );
  });
});
