import { describe, expect, it } from '@jest/globals';
import { serializeClarity } from '../../../src/sdk/signing/clarity.js';
import { keySigner, orderData, walletSigner, type WalletRequest } from '../../../src/sdk/signing/index.js';
import { toHex } from '../../../src/domain/shared/hex.js';
import { standInWallet, type StandIn } from './stand-in-wallet.js';

const KEY = '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c178';
const own = keySigner(KEY, 'mainnet');
const DATA = orderData({
  network: 'mainnet',
  blaze: 'v2',
  inputToken: `${own.address}.gold-subnet`,
  router: `${own.address}.router`,
  amountIn: 12n,
  uuid: 'c2b8f3ac-5d4e-4d6a-9f0e-0f3f1f6f7a11',
});

/** A wallet of mainnet. */
const wallet = (stand: Partial<StandIn> = {}) => standInWallet({ key: KEY, network: 'mainnet', ...stand });

const ORDER_OF_CURVE = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const highS = (rsv: string) => {
  const s = ORDER_OF_CURVE - BigInt(`0x${rsv.slice(64, 128)}`);
  return `${rsv.slice(0, 64)}${s.toString(16).padStart(64, '0')}${rsv.endsWith('0') ? '01' : '00'}`;
};

describe('walletSigner', () => {
  it('asks the wallet for its account and hands it both payloads, structured data as hex', async () => {
    const { request, asked } = wallet();
    const signer = await walletSigner(request, { network: 'mainnet' });
    expect({ ...signer }).toMatchObject({ address: own.address, publicKey: own.publicKey });
    expect(await signer.signText('hello')).toBe(await own.signText('hello'));
    expect(await signer.signStructured(DATA)).toBe(await own.signStructured(DATA));
    const [domain, message] = [DATA.domain, DATA.message].map((value) => toHex(serializeClarity(value)));
    expect(asked).toEqual([
      ['stx_getAddresses', { network: 'mainnet' }],
      ['stx_signMessage', { message: 'hello', network: 'mainnet' }],
      ['stx_signStructuredMessage', { domain, message, network: 'mainnet' }],
    ]);
  });

  it('asks for no account if its public key is known', async () => {
    const { request, asked } = wallet();
    const signer = await walletSigner(request, {
      network: 'testnet',
      publicKey: own.publicKey.toUpperCase(),
    });
    expect(signer.address).toBe(keySigner(KEY, 'testnet').address);
    expect(asked).toEqual([]);
  });

  it.each<[string, (rsv: string) => string]>([
    ['R, S, V', (rsv) => rsv],
    ['V, R, S', (rsv) => rsv.slice(128) + rsv.slice(0, 128)],
    ['a V of 27 or 28', (rsv) => rsv.slice(0, 128) + (rsv.endsWith('0') ? '1b' : '1c')],
    ['a high S', highS],
    ['a high S and V first', (rsv) => highS(rsv).slice(128) + highS(rsv).slice(0, 128)],
    ['a leading 0x and capitals', (rsv) => `0x${rsv.toUpperCase()}`],
  ])('turns a signature with %s into the form that the server takes', async (_, form) => {
    const signer = await walletSigner(wallet({ form }).request, { network: 'mainnet' });
    // Texts with either V, so that each form is tried with both.
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(await signer.signText(text)).toBe(await own.signText(text));
  });

  it.each<[string, StandIn['wrap'] & {}]>([
    ['sats-connect', (result) => ({ status: 'success', result })],
    ['a provider', (result) => ({ jsonrpc: '2.0', id: '1', result })],
  ])('reads the responses of %s', async (_, wrap) => {
    const signer = await walletSigner(wallet({ wrap }).request, { network: 'mainnet' });
    expect(await signer.signText('hello')).toBe(await own.signText('hello'));
  });

  it('refuses the signature of another account', async () => {
    const { request } = wallet({ key: '2'.repeat(64) });
    const signer = await walletSigner(request, { network: 'mainnet', publicKey: own.publicKey });
    await expect(signer.signText('hello')).rejects.toMatchObject({ code: 'other-signer' });
  });

  it('refuses a signature over something else than it asked for', async () => {
    const other = await own.signText('another text');
    const signer = await walletSigner(wallet({ form: () => other }).request, { network: 'mainnet' });
    await expect(signer.signStructured(DATA)).rejects.toMatchObject({ code: 'other-signer' });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a number', 7],
  ])('refuses %s in place of a signature', async (_, value) => {
    const signer = await walletSigner(wallet({ form: () => value }).request, { network: 'mainnet' });
    await expect(signer.signText('hello')).rejects.toMatchObject({ code: 'wallet-refused' });
  });

  it.each(['', 'ff', 'f'.repeat(130), `${'0'.repeat(128)}05`, '0'.repeat(130)])(
    'refuses %j in place of a signature',
    async (value) => {
      const signer = await walletSigner(wallet({ form: () => value }).request, { network: 'mainnet' });
      await expect(signer.signText('hello')).rejects.toMatchObject({ code: 'other-signer' });
    },
  );

  it.each<[string, WalletRequest]>([
    ['throws', async () => Promise.reject(Object.assign(new Error('User rejected'), { code: 4001 }))],
    [
      'returns the error',
      async () => ({ status: 'error', error: { message: 'User rejected', code: -32000 } }),
    ],
  ])('passes on the words of a wallet that %s', async (_, request) => {
    const signer = await walletSigner(request, { network: 'mainnet', publicKey: own.publicKey });
    await expect(signer.signText('hello')).rejects.toMatchObject({
      code: 'wallet-refused',
      message: 'the wallet did not sign: User rejected',
      cause: expect.anything(),
    });
  });

  it('refuses a wallet without an account on the network', async () => {
    await expect(walletSigner(wallet().request, { network: 'testnet' })).rejects.toMatchObject({
      code: 'wrong-network',
    });
  });

  it.each([[undefined], [{}], [{ addresses: [null, { address: 1 }] }]])(
    'refuses a wallet that lists its accounts as %j',
    async (response) => {
      await expect(walletSigner(async () => response, { network: 'mainnet' })).rejects.toMatchObject({
        name: 'SigningError',
      });
    },
  );

  it('refuses a malformed public key', async () => {
    const account = { network: 'mainnet', publicKey: '04ab' } as const;
    await expect(walletSigner(wallet().request, account)).rejects.toMatchObject({ code: 'invalid-key' });
  });
});
