import { describe, expect, it } from '@jest/globals';
import { afterReading, publishedFacts, readableUri } from '../../../src/domain/metadata-record/token-uri.js';

const GATEWAY = 'https://gateway.example.org/ipfs/';
const NOW = new Date('2026-11-20T12:00:00Z');
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);
const DAY = 24 * 60;
const contractId = 'SP1.a';
const uri = 'https://example.org/a.json';

describe('readableUri', () => {
  it.each([
    ['https://example.org/a.json', 'https://example.org/a.json'],
    [' https://example.org/a.json ', 'https://example.org/a.json'],
    ['ipfs://bafybe/1.json', `${GATEWAY}bafybe/1.json`],
    ['ipfs://ipfs/QmHash', `${GATEWAY}QmHash`],
    ['ipfs://../../etc', 'ipfs://../../etc'],
    ['data:application/json,{}', 'data:application/json,{}'],
  ])('readableUri of %j is %j', (raw, expected) => {
    expect(readableUri(raw, GATEWAY)).toBe(expected);
  });
});

describe('publishedFacts', () => {
  it('are a picture and a description, and never a name, a symbol, an identifier or decimals', () => {
    const record = {
      name: 'Bitcoin',
      symbol: 'BTC',
      description: 'A token',
      image: 'ipfs://Qm/a.png',
      properties: { symbol: 'BTC', decimals: 8, identifier: 'btc' },
    };
    expect(publishedFacts(record, GATEWAY)).toEqual({ image: `${GATEWAY}Qm/a.png`, description: 'A token' });
  });

  it.each(['http://example.org/a.png', 'data:image/svg+xml,<svg/>', 'javascript:alert(1)', 5, ''])(
    'have no picture that a page would not load: %j',
    (image) => {
      expect(publishedFacts({ name: 'a', image }, GATEWAY)).toEqual({});
    },
  );
});

describe('afterReading', () => {
  const facts = { image: 'https://example.org/a.png' };
  const read = { contractId, uri, facts, failures: 0, dueAt: minutes(DAY) };

  it('is read again after a day, whether there is a document or no URI', () => {
    expect(afterReading(undefined, { contractId, uri, facts }, NOW)).toEqual(read);
    expect(afterReading(read, { contractId, uri: undefined, facts: undefined }, NOW)).toEqual({
      ...read,
      uri: undefined,
      facts: {},
    });
  });

  it('keeps what was read while the same document cannot be read, and asks ever later', () => {
    let found = afterReading(read, { contractId, uri, facts: undefined }, NOW);
    expect(found).toEqual({ ...read, failures: 1, dueAt: minutes(10) });
    found = afterReading(found, { contractId, uri, facts: undefined }, NOW);
    expect(found).toEqual({ ...read, failures: 2, dueAt: minutes(20) });
    found = afterReading({ ...found, failures: 400 }, { contractId, uri, facts: undefined }, NOW);
    expect(found.dueAt).toEqual(minutes(DAY));
  });

  it('forgets what another document said', () => {
    const next = afterReading(
      { ...read, failures: 3 },
      { contractId, uri: `${uri}?2`, facts: undefined },
      NOW,
    );
    expect(next).toEqual({ contractId, uri: `${uri}?2`, facts: {}, failures: 1, dueAt: minutes(10) });
  });
});
