import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import secp256k1 from 'secp256k1';
import { createCore, type Core } from '../../../src/application/core.js';
import type { SaveMetadataCommand } from '../../../src/application/metadata/save-metadata.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { Ports, MetadataNotifier } from '../../../src/ports/index.js';
import { T0 } from '../../support/builders.js';
import { coreHarness } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, signText } from '../../support/signing.js';
import { A_CONTRACT, aSave, hashOf } from './deployer.js';

const NOW = T0.getTime();
const MINUTES = 60_000;
const PATCH = { name: 'Charisma', properties: { symbol: 'CHA' } };
const SAVED = { ...PATCH, lastUpdated: T0.toISOString() };
const CURVE_ORDER = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');

/** The other form of the same signature: S becomes the curve's order minus S, and V is flipped. */
function highS(signature: string): string {
  const s = CURVE_ORDER - BigInt(`0x${signature.slice(64, 128)}`);
  const v = Number.parseInt(signature.slice(128), 16) ^ 1;
  return signature.slice(0, 64) + s.toString(16).padStart(64, '0') + v.toString(16).padStart(2, '0');
}

const uncompressed = (publicKey: string): string =>
  Buffer.from(secp256k1.publicKeyConvert(Buffer.from(publicKey, 'hex'), false)).toString('hex');

describe('makeSaveMetadata', () => {
  let ports: Ports;
  let core: Core;

  beforeEach(() => {
    ({ ports, core } = coreHarness());
  });

  const kindOf = async (command: SaveMetadataCommand<unknown>, asked = core) => {
    const saved = await asked.metadata.save(command);
    return saved.ok ? 'saved' : (saved.error as { readonly kind: string }).kind;
  };
  const stored = () => ports.metadata.find(A_CONTRACT);

  it('stores the fields and returns the saved record', async () => {
    expect(await core.metadata.save(aSave(PATCH))).toEqual(ok({ contractId: A_CONTRACT, record: SAVED }));
    expect(await stored()).toEqual(SAVED);
    expect(await core.metadata.find(A_CONTRACT)).toEqual(ok({ contractId: A_CONTRACT, record: SAVED }));
  });

  it('keeps stored fields that the request leaves out', async () => {
    await core.metadata.save(aSave(PATCH));
    await core.metadata.save(aSave({ description: 'a token', properties: {} }));
    expect(await stored()).toEqual({ ...SAVED, description: 'a token', properties: {} });
  });

  it('accepts the same signature again while it is recent', async () => {
    const command = aSave(PATCH);
    expect([await kindOf(command), await kindOf(command)]).toEqual(['saved', 'saved']);
  });

  const command = aSave(PATCH);
  it.each<[string, string, SaveMetadataCommand<never>]>([
    ['no contract id', 'invalid-contract-id', { ...command, contractId: 'charisma-token' }],
    [
      'a bad checksum',
      'invalid-contract-id',
      { ...command, contractId: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGX.a' },
    ],
    ['another network', 'invalid-contract-id', aSave(PATCH, { contractId: `${A_WALLET.mainnetAddress}.a` })],
    ['a bad name', 'invalid-contract-id', aSave(PATCH, { contractId: `${A_WALLET.address}.1a` })],
    ['the coin', 'invalid-contract-id', aSave(PATCH, { contractId: '.stx' })],
    ['no signature', 'missing-signature', { ...command, signature: undefined }],
    ['an empty signature', 'missing-signature', { ...command, signature: '' }],
    ['no public key', 'missing-signature', { ...command, publicKey: undefined }],
    ['no timestamp', 'missing-timestamp', { ...command, timestamp: undefined }],
    ['a timestamp that is no number', 'invalid-timestamp', { ...command, timestamp: 'now' }],
    ['a timestamp in other writing', 'invalid-timestamp', { ...command, timestamp: `${NOW}.5` }],
    ['a timestamp beyond all numbers', 'message-expired', { ...command, timestamp: '9'.repeat(400) }],
    ['an old timestamp', 'message-expired', aSave(PATCH, { at: NOW - 5 * MINUTES - 1 })],
    ['a future timestamp', 'message-expired', aSave(PATCH, { at: NOW + 5 * MINUTES + 1 })],
    [
      'another timestamp than the signed one',
      'invalid-signature',
      { ...command, timestamp: String(NOW + 1) },
    ],
    ['a signature for another contract', 'invalid-signature', { ...command, contractId: `${A_CONTRACT}-2` }],
    ['a signature of another key', 'invalid-signature', { ...command, publicKey: ANOTHER_WALLET.publicKey }],
    ['a malformed signature', 'invalid-signature', { ...command, signature: 'zz' }],
    ['a malformed key', 'invalid-signature', { ...command, publicKey: '02' }],
    ['a high-s signature', 'invalid-signature', { ...command, signature: highS(command.signature!) }],
    ['the wrong deployer', 'signer-not-deployer', aSave(PATCH, { wallet: ANOTHER_WALLET })],
    ['a record that breaks a rule', 'invalid-metadata', aSave({ ...PATCH, sip: '16' })],
    ['a record without a name', 'invalid-metadata', aSave({ sip: 16 })],
  ])('refuses %s, and stores nothing', async (_, kind, refused) => {
    expect(await kindOf(refused)).toBe(kind);
    expect(await stored()).toBeUndefined();
    expect(await ports.metadata.state()).toBe('0');
  });

  it('accepts a timestamp five minutes off, either way', async () => {
    for (const at of [NOW - 5 * MINUTES, NOW + 5 * MINUTES]) {
      expect(await kindOf(aSave(PATCH, { at }))).toBe('saved');
    }
  });

  it('accepts the deployer’s uncompressed public key', async () => {
    expect(await kindOf({ ...command, publicKey: uncompressed(A_WALLET.publicKey) })).toBe('saved');
    const wrong = aSave(PATCH, { wallet: ANOTHER_WALLET });
    expect(await kindOf({ ...wrong, publicKey: uncompressed(ANOTHER_WALLET.publicKey) })).toBe(
      'signer-not-deployer',
    );
  });

  it('refuses a signature over the bare contract id', async () => {
    expect(await kindOf({ ...command, signature: signText(A_CONTRACT) })).toBe('invalid-signature');
  });

  it('reads and checks the body last, after the signature', async () => {
    const unread = jest.fn(() => err({ kind: 'unreadable' }));
    expect(await kindOf({ ...command, timestamp: '1', patch: unread })).toBe('message-expired');
    expect(await kindOf({ ...aSave(PATCH, { wallet: ANOTHER_WALLET }), patch: unread })).toBe(
      'signer-not-deployer',
    );
    expect(unread).not.toHaveBeenCalled();
    expect(await kindOf({ ...command, patch: unread })).toBe('unreadable');
  });

  it('leaves the stored record unchanged when the fields are refused', async () => {
    await core.metadata.save(command);
    expect(await kindOf(aSave({ name: 'Other', attributes: 5 }))).toBe('invalid-metadata');
    expect(await stored()).toEqual(SAVED);
  });

  describe('with a signature over the body', () => {
    const bodyHash = hashOf(PATCH);
    const signed = aSave(PATCH, { bodyHash });

    it('accepts the signed body with or without its hash in the request', async () => {
      expect(await kindOf(signed)).toBe('saved');
      expect(await kindOf({ ...signed, signedBodyHash: bodyHash })).toBe('saved');
      const loud = bodyHash.toUpperCase();
      expect(await kindOf({ ...aSave(PATCH, { bodyHash: loud }), signedBodyHash: loud })).toBe('saved');
    });

    it('refuses a body other than the signed one', async () => {
      const other = { patch: () => ok({ name: 'Other' }), bodyHash: hashOf({ name: 'Other' }) };
      expect(await kindOf({ ...signed, ...other })).toBe('invalid-signature');
      expect(await kindOf({ ...signed, ...other, signedBodyHash: bodyHash })).toBe('body-hash-mismatch');
      expect(await stored()).toBeUndefined();
    });

    it('refuses a hash that was not signed', async () => {
      expect(await kindOf({ ...command, signedBodyHash: bodyHash })).toBe('invalid-signature');
    });

    it('refuses a signature without a body hash when the operator requires one', async () => {
      const strict = createCore(ports, { requireBodyHash: true });
      expect(await kindOf(command, strict)).toBe('body-hash-required');
      expect(await kindOf(signed, strict)).toBe('saved');
    });
  });

  describe('and its notifier', () => {
    const withNotifier = (notify: MetadataNotifier['notify']) => {
      const notifyFailed = jest.fn<MetadataNotifier['notifyFailed']>();
      return { core: createCore({ ...ports, metadataNotifier: { notify, notifyFailed } }), notifyFailed };
    };

    it('notifies of a save and not of a refused one', async () => {
      const notify = jest.fn(async () => {});
      const { core: notifying } = withNotifier(notify);
      await notifying.metadata.save(aSave({ sip: 'x' }));
      expect(notify).not.toHaveBeenCalled();
      await notifying.metadata.save(command);
      expect(notify.mock.calls).toEqual([[A_CONTRACT]]);
    });

    it('does not wait for the notifier', async () => {
      const { core: notifying } = withNotifier(() => new Promise(() => {}));
      expect(await kindOf(command, notifying)).toBe('saved');
    });

    it.each<[string, MetadataNotifier['notify']]>([
      ['rejects', () => Promise.reject(new Error('gone'))],
      [
        'throws',
        () => {
          throw new Error('gone');
        },
      ],
    ])('reports the failure to the notifier when it %s, and the save succeeds', async (_, notify) => {
      const { core: notifying, notifyFailed } = withNotifier(notify);
      expect(await kindOf(command, notifying)).toBe('saved');
      await Promise.resolve();
      expect(notifyFailed.mock.calls).toEqual([[A_CONTRACT, new Error('gone')]]);
    });
  });
});
