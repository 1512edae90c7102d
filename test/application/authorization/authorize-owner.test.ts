import { describe, expect, it } from '@jest/globals';
import type { WalletProof } from '../../../src/application/authorization/prove-wallet.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput, walletProof } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, signText } from '../../support/signing.js';

const ref = uuidOf(1);
const timestamp = T0.getTime();
const right = { action: 'execute_order', uuid: ref, timestamp };
const proof = walletProof(right);

async function placed() {
  const harness = coreHarness();
  await harness.core.orders.place(signedInput());
  const executeBy = async (authorization: WalletProof) => {
    const executed = await harness.core.orders.execute({ ref, authorization });
    return executed.ok ? 'sent' : executed.error.kind;
  };
  return { ...harness, executeBy };
}

describe('makeAuthorizeOwner for a wallet', () => {
  it('authorizes a message signed for the request', async () => {
    const { executeBy } = await placed();
    expect(await executeBy(proof)).toBe('sent');
  });

  it.each<[string, Partial<WalletProof>, string]>([
    ['an address of another network', { walletAddress: A_WALLET.mainnetAddress }, 'invalid-wallet-address'],
    ['no address', { walletAddress: '' }, 'invalid-wallet-address'],
    ['another message than was signed', { message: `${proof.message} ` }, 'invalid-signature'],
    ['another public key', { publicKey: ANOTHER_WALLET.publicKey }, 'invalid-signature'],
    ['no public key', { publicKey: '' }, 'invalid-signature'],
    ['no signature', { signature: '' }, 'invalid-signature'],
    ['the address of another wallet', { walletAddress: ANOTHER_WALLET.address }, 'signer-not-wallet'],
    ['a signature over the bare uuid', bare(), 'invalid-message-content'],
    ['a message for a cancel', walletProof({ ...right, action: 'cancel_order' }), 'invalid-message-content'],
    ['a message for another order', walletProof({ ...right, uuid: uuidOf(2) }), 'invalid-message-content'],
    ['a message of long ago', walletProof({ ...right, timestamp: timestamp - 300_001 }), 'expired-timestamp'],
    ['another wallet', walletProof(right, ANOTHER_WALLET), 'not-order-owner'],
  ])('refuses %s', async (_, wrong, kind) => {
    const { executeBy, core, chain } = await placed();
    expect(await executeBy({ ...proof, ...wrong })).toBe(kind);
    expect(chain.calls).toEqual([]);
    expect(await core.orders.get(ref)).toMatchObject({ value: { status: 'open', version: 1 } });
  });

  it('reports one problem at a time, in a fixed order', async () => {
    const { executeBy } = await placed();
    const stranger = { ...right, uuid: 'other', timestamp: 0 };
    const wrong = { ...walletProof(stranger, ANOTHER_WALLET), walletAddress: '', signature: '' };
    const { signature } = walletProof(stranger, ANOTHER_WALLET);
    const kinds = [
      await executeBy(wrong),
      await executeBy({ ...wrong, walletAddress: A_WALLET.address }),
      await executeBy({ ...wrong, walletAddress: A_WALLET.address, signature }),
      await executeBy(walletProof(stranger, ANOTHER_WALLET)),
      await executeBy(walletProof({ ...right, timestamp: 0 }, ANOTHER_WALLET)),
      await executeBy(walletProof(right, ANOTHER_WALLET)),
      await executeBy(walletProof(right, ANOTHER_WALLET)),
    ];
    expect(kinds).toEqual([
      'invalid-wallet-address',
      'invalid-signature',
      'signer-not-wallet',
      'invalid-message-content',
      'expired-timestamp',
      'not-order-owner',
      'signature-already-used',
    ]);
  });

  it('accepts a message once', async () => {
    const { executeBy, chain } = await placed();
    chain.cut('accountNonces');
    expect(await executeBy(proof)).toBe('chain-unreachable');
    chain.mend();
    expect(await executeBy(proof)).toBe('signature-already-used');
    expect(await executeBy(walletProof({ ...right, timestamp: timestamp + 1 }))).toBe('sent');
  });

  it('refuses a used message in another encoding of its signature', async () => {
    const { executeBy, chain } = await placed();
    chain.cut('accountNonces');
    expect(await executeBy(proof)).toBe('chain-unreachable');
    const v = proof.signature.endsWith('00') ? '1b' : '1c';
    expect(await executeBy({ ...proof, signature: proof.signature.slice(0, 128) + v })).toBe(
      'signature-already-used',
    );
  });

  it('accepts a message once when 20 requests arrive together', async () => {
    const { executeBy } = await placed();
    const kinds = await Promise.all(Array.from({ length: 20 }, () => executeBy(proof)));
    expect(kinds.filter((kind) => kind === 'signature-already-used')).toHaveLength(19);
    expect(kinds).toContain('sent');
  });

  it('accepts the order reference that was signed', async () => {
    const { core } = coreHarness();
    const uuid = 'abcdef00-0000-4000-8000-000000000001' as OrderUuid;
    await core.orders.place(signedInput({ uuid }));
    const executeAs = (ref: string, signed: string, at: number) => {
      const authorization = walletProof({ ...right, uuid: signed, timestamp: timestamp + at });
      return core.orders.execute({ ref, authorization });
    };
    expect(await executeAs(uuid.toUpperCase(), uuid, 1)).toMatchObject({
      error: { kind: 'invalid-message-content' },
    });
    expect((await executeAs(uuid.toUpperCase(), uuid.toUpperCase(), 2)).ok).toBe(true);
  });
});

/** A wallet's signature over nothing but the uuid. */
function bare(): WalletProof {
  const { publicKey, address } = A_WALLET;
  return { by: 'wallet', message: ref, signature: signText(ref), publicKey, walletAddress: address };
}

describe('makeAuthorizeOwner for the embedding program', () => {
  it('authorizes its requests without a proof', async () => {
    const { core } = await placed();
    expect((await core.orders.execute({ ref, authorization: HOST })).ok).toBe(true);
  });
});
