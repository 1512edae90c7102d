import { describe, expect, it } from '@jest/globals';
import type { WalletProof } from '../../../src/application/authorization/prove-wallet.js';
import { T0 } from '../../support/builders.js';
import { coreHarness, walletProof } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, signText } from '../../support/signing.js';

const MESSAGE = { action: 'list_api_keys', timestamp: T0.getTime() };
const proof = walletProof(MESSAGE);

const refusalOf = async (wrong: Partial<WalletProof>) => {
  const listed = await coreHarness().core.apiKeys.list({ ...proof, ...wrong });
  return listed.ok ? undefined : listed.error;
};

describe('the refusal of a wallet’s signature', () => {
  it.each<[string, Partial<WalletProof>, object]>([
    ['another public key', { publicKey: ANOTHER_WALLET.publicKey }, { field: 'publicKey' }],
    [
      'a message with a line break at its end',
      { message: `${proof.message}\n` },
      { field: 'message', signed: 'the text without blanks around it' },
    ],
    [
      'an indented message that was signed without blanks',
      { message: JSON.stringify(MESSAGE, null, 4) },
      { field: 'message', signed: 'the same JSON without blanks' },
    ],
    [
      'a message without blanks that was signed indented',
      { signature: signText(JSON.stringify(MESSAGE, null, 2), A_WALLET) },
      { field: 'message', signed: 'the same JSON, indented by two' },
    ],
    [
      'V before R and S',
      { signature: proof.signature.slice(-2) + proof.signature.slice(0, -2) },
      { field: 'signature', signed: 'V, R, S in place of R, S, V' },
    ],
    [
      'the wrong V',
      { signature: proof.signature.slice(0, -2) + (proof.signature.endsWith('00') ? '01' : '00') },
      { field: 'signature' },
    ],
  ])('says what differs: %s', async (_, wrong, mismatch) => {
    expect(await refusalOf(wrong)).toMatchObject({ kind: 'invalid-signature', mismatch });
  });

  it.each<[string, Partial<WalletProof>]>([
    ['a signature over another text', { message: '{}' }],
    ['a signature of another wallet over another text', { ...walletProof({}, ANOTHER_WALLET), message: 'x' }],
    ['a text that is too long to be tried otherwise', { message: `"${'x'.repeat(5_000)}"` }],
  ])('names the address to which %s would belong', async (_, wrong) => {
    const refusal = await refusalOf(wrong);
    expect(refusal).toEqual({ kind: 'invalid-signature', signer: expect.stringMatching(/^ST/) });
    expect(refusal).not.toMatchObject({ signer: A_WALLET.address });
  });

  it('says nothing about no signature', async () => {
    expect(await refusalOf({ signature: '' })).toEqual({ kind: 'invalid-signature' });
  });

  it('names the wallet that signed in place of the one that was named', async () => {
    expect(await refusalOf({ walletAddress: ANOTHER_WALLET.address })).toEqual({
      kind: 'signer-not-wallet',
      signer: A_WALLET.address,
    });
  });
});
