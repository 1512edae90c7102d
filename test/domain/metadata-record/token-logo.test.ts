import { describe, expect, it } from '@jest/globals';
import {
  afterDrawing,
  dueLogo,
  logoAddresses,
  type TokenLogo,
} from '../../../src/domain/metadata-record/token-logo.js';
import type { Token } from '../../../src/domain/market/registry.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';

const GATEWAY = 'https://gateway.example.org/ipfs/';
const NOW = new Date('2026-11-20T12:00:00Z');
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);
const [A, B, COPY] = ['SP1.a', 'SP1.b', 'SP1.a-subnet'] as [ContractId, ContractId, ContractId];
const address = 'https://example.org/a.png';

const aToken = (contractId: ContractId, more: Partial<Token> = {}): Token => ({
  contractId,
  symbol: 'A',
  name: 'A',
  decimals: 6,
  identifier: 'a',
  ...more,
});
const aLogo = (contractId: string, more: Partial<TokenLogo> = {}): TokenLogo => ({
  contractId,
  address,
  tag: 'ff',
  failures: 0,
  dueAt: NOW,
  ...more,
});

describe('logoAddresses', () => {
  it.each([
    ['https://example.org/a.png', 'https://example.org/a.png'],
    ['ipfs://Qm/a.png', `${GATEWAY}Qm/a.png`],
    ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['http://example.org/a.png', undefined],
    ['data:image/svg+xml;base64,AA==', undefined],
    ['data:image/png,%00', undefined],
    ['javascript:alert(1)', undefined],
    ['/etc/passwd', undefined],
  ])('the image %s is read at %s', (image, expected) => {
    const tokens = [aToken(A, { image })];
    expect(logoAddresses(tokens, new Map(), GATEWAY)).toEqual(new Map([[A, expected]]));
  });

  it('are those of metadata before those of the registry, and a copy without an image has that of its base', () => {
    const tokens = [
      aToken(A, { image: 'https://example.org/registry.png' }),
      aToken(B),
      aToken(COPY, { base: A, type: 'SUBNET' }),
    ];
    const facts = new Map([[A, { image: address }]]);
    expect(logoAddresses(tokens, facts, GATEWAY)).toEqual(
      new Map([
        [A, address],
        [B, undefined],
        [COPY, address],
      ]),
    );
    const own = new Map([...facts, [COPY, { image: 'ftp://nowhere' }]]);
    expect(logoAddresses(tokens, own, GATEWAY).get(COPY)).toBeUndefined();
  });
});

describe('dueLogo', () => {
  const due = (known: readonly TokenLogo[], addresses: readonly [ContractId, string | undefined][]) =>
    dueLogo(new Map(addresses), new Map(known.map((each) => [each.contractId, each])), NOW)?.contractId;

  it('is an image that was never read or has another address, then the one that is due longest', () => {
    expect(due([], [[A, address]])).toBe(A);
    const [early, late] = [aLogo(A, { dueAt: minutes(-9) }), aLogo(B, { dueAt: minutes(-1) })];
    expect(
      due(
        [late, early],
        [
          [B, address],
          [A, address],
        ],
      ),
    ).toBe(A);
    expect(
      due(
        [late, early],
        [
          [B, 'https://example.org/b.png'],
          [A, address],
        ],
      ),
    ).toBe(B);
    expect(due([aLogo(A, { dueAt: minutes(1) })], [[A, address]])).toBeUndefined();
  });

  it('is one whose token no longer names an image, once', () => {
    expect(due([], [[A, undefined]])).toBeUndefined();
    expect(due([aLogo(A)], [[A, undefined]])).toBe(A);
    expect(due([aLogo(A, { address: undefined, tag: undefined })], [[A, undefined]])).toBeUndefined();
  });
});

describe('afterDrawing', () => {
  const failed = { contractId: A, address, tag: undefined };

  it('reads an image again after a week, since its host may show another one', () => {
    const drawn = afterDrawing(aLogo(A, { failures: 4 }), { contractId: A, address, tag: 'ee' }, NOW);
    expect(drawn).toEqual(aLogo(A, { tag: 'ee', dueAt: minutes(7 * 24 * 60) }));
  });

  it('keeps the picture while its address fails, and reads it ever later, up to a day', () => {
    let logo = aLogo(A);
    for (const wait of [10, 20, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440]) {
      logo = afterDrawing(logo, failed, NOW);
      expect(logo).toMatchObject({ tag: 'ff', dueAt: minutes(wait) });
    }
    expect(logo.failures).toBe(10);
  });

  it('drops the picture of another address, and that of a token without an image', () => {
    const before = aLogo(A, { address: 'https://example.org/before.png', failures: 3 });
    expect(afterDrawing(before, failed, NOW)).toMatchObject({ tag: undefined, failures: 1 });
    expect(afterDrawing(undefined, failed, NOW)).toMatchObject({ tag: undefined, failures: 1 });
    const none = afterDrawing(before, { ...failed, address: undefined }, NOW);
    expect(none).toMatchObject({ address: undefined, tag: undefined, failures: 0 });
  });
});
