import { describe, expect, it } from '@jest/globals';
import { browserWallets, keySigner, walletSigner } from '../../../src/sdk/signing/index.js';
import { standInWallet } from './stand-in-wallet.js';

const KEY = '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c178';
const own = keySigner(KEY, 'mainnet');
const ICON = 'data:image/svg+xml;base64,PHN2Zy8+';
const DECLINED = { code: -32000, message: 'User rejected request' };

type Asked = [string, unknown];

/** What a provider's `request` resolves to, or rejects with. */
interface Behaviour {
  /** Method that gives addresses; the others are refused. */
  readonly addresses: string;
  readonly declines?: boolean;
  /** Whether errors reject the promise, with the response. */
  readonly rejects?: boolean;
}

/** A wallet's provider as its extension injects it: JSON-RPC responses, from a method that needs its object. */
function provider({ addresses, declines = false, rejects = false }: Behaviour) {
  const { request } = standInWallet({ key: KEY, network: 'mainnet' });
  const asked: Asked[] = [];
  return {
    asked,
    id: 0,
    async request(method: string, params: unknown) {
      asked.push([method, params]);
      const response = { jsonrpc: '2.0', id: String((this.id += 1)) };
      const isKnown = method === addresses || method.startsWith('stx_sign');
      const error = declines ? DECLINED : isKnown ? undefined : { code: -32601, message: `no ${method}` };
      if (error !== undefined) {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- as the wallet does
        if (rejects) throw { ...response, error };
        return { ...response, error };
      }
      const result = await request(method === addresses ? 'stx_getAddresses' : (method as never), params);
      return { ...response, result };
    },
  };
}

const leather = (more: Partial<Behaviour> = {}) =>
  provider({ addresses: 'getAddresses', rejects: true, ...more });
const xverse = (more: Partial<Behaviour> = {}) => provider({ addresses: 'wallet_connect', ...more });

const METHODS = ['getAddresses', 'stx_signMessage', 'stx_signStructuredMessage'];
const LEATHER = { id: 'LeatherProvider', name: 'Leather', icon: ICON, methods: METHODS };
const XVERSE = { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: ICON, methods: METHODS };

/** Asigna around a page: it reads messages to the top window, and posts its responses back. */
function asigna(response: (method: string) => unknown) {
  const listeners = new Set<(event: object) => void>();
  const post = (source: unknown, data: unknown) => listeners.forEach((each) => each({ source, data }));
  const asked: Asked[] = [];
  const top = {
    postMessage({ source, ...requests }: Readonly<Record<string, unknown>>) {
      const [[method, params] = ['', undefined]] = Object.entries(requests);
      asked.push([method, params]);
      const data = { source, [method]: response(method) };
      // Neither from Asigna, nor a response to this request.
      post({}, { ...data, [method]: { result: { addresses: [] } } });
      post(top, { source: 'another', [method]: {} });
      post(top, { source, other: {} });
      post(top, data);
    },
  };
  const page = {
    top,
    self: {},
    addEventListener: (_: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: object) => void) => listeners.delete(listener),
  };
  return { page, asked, listeners };
}

const found = (page: object) => browserWallets(page).map(({ id, name, icon }) => [id, name, icon]);

describe('wallets of a browser', () => {
  it('are an empty list in a page without any, and in a program', () => {
    const top = {};
    expect([browserWallets({}), browserWallets({ top, self: top }), browserWallets()]).toEqual([[], [], []]);
  });

  it('are those that register themselves, in the order of their registration, each once and with its picture', () => {
    const page = {
      LeatherProvider: leather(),
      XverseProviders: { BitcoinProvider: xverse() },
      btc_providers: [XVERSE, LEATHER],
      wbip_providers: [LEATHER],
    };
    expect(found(page)).toEqual([
      ['LeatherProvider', 'Leather', ICON],
      ['XverseProviders.BitcoinProvider', 'Xverse Wallet', ICON],
    ]);
  });

  it('are known ones that do not register themselves', () => {
    const page = {
      FordefiProviders: { UtxoProvider: xverse() },
      LeatherProvider: leather(),
      StacksProvider: leather(),
    };
    expect(found(page)).toEqual([
      ['LeatherProvider', 'Leather', undefined],
      ['FordefiProviders.UtxoProvider', 'Fordefi', undefined],
    ]);
  });

  it('are one that no table knows, if it registers itself as the standard says', () => {
    const page = { own: { wallet: leather() }, wbip_providers: [{ id: 'own.wallet', name: 'Own' }] };
    expect(found(page)).toEqual([['own.wallet', 'Own', undefined]]);
  });

  it('are the one behind StacksProvider if no other is found', () => {
    expect(found({ StacksProvider: leather() })).toEqual([['StacksProvider', 'Stacks wallet', undefined]]);
    expect(found({ StacksProvider: { transactionRequest: () => undefined } })).toEqual([]);
  });

  it('leave out those that sign for bitcoin alone, are not there, or are registered in another form', () => {
    const page = {
      unisat: leather(),
      bare: leather(),
      btc_providers: [
        { id: 'unisat', name: 'UniSat', methods: ['getAddresses', 'signPsbt'] },
        { id: 'bare', name: 'Bare' },
      ],
      wbip_providers: [null, 'LeatherProvider', { id: 7, name: 'Seven' }, { id: 'gone.away', name: 'Gone' }],
      webbtc_stx_providers: 'LeatherProvider',
    };
    expect(found(page)).toEqual([]);
  });

  it('have no picture that is not in the page already', () => {
    const page = {
      LeatherProvider: leather(),
      wbip_providers: [{ ...LEATHER, icon: 'https://tracker.example/l.png' }],
    };
    expect(found(page)).toEqual([['LeatherProvider', 'Leather', undefined]]);
  });
});

describe('a signer by a wallet of the browser', () => {
  const signing = [['stx_signMessage', { message: 'hello', network: 'mainnet' }]] satisfies Asked[];

  it('asks Leather for its addresses by the method of bitcoin, on the network', async () => {
    const LeatherProvider = leather();
    const signer = await walletSigner(browserWallets({ LeatherProvider })[0]!.request, {
      network: 'mainnet',
    });
    expect(await signer.signText('hello')).toBe(await own.signText('hello'));
    expect(LeatherProvider.asked).toEqual([['getAddresses', { network: 'mainnet' }], ...signing]);
  });

  it('asks Xverse and Fordefi to connect, for the address of Stacks', async () => {
    for (const name of ['XverseProviders.BitcoinProvider', 'FordefiProviders.UtxoProvider']) {
      const wallet = xverse();
      const [first, second] = name.split('.') as [string, string];
      const page = { [first]: { [second]: wallet } };
      const signer = await walletSigner(browserWallets(page)[0]!.request, { network: 'mainnet' });
      expect(await signer.signText('hello')).toBe(await own.signText('hello'));
      expect(wallet.asked).toEqual([['wallet_connect', { addresses: ['stacks'] }], ...signing]);
    }
  });

  it('asks Asigna by messages to the frame around the page, and reads those of no other', async () => {
    const { address, publicKey } = own;
    const signature = await own.signText('hello');
    const { page, asked, listeners } = asigna((method) => ({
      result: method === 'getAddresses' ? { addresses: [{ address, publicKey }] } : { signature },
    }));
    const [wallet] = browserWallets(page);
    expect(wallet).toMatchObject({ id: 'AsignaProvider', name: 'Asigna Multisig' });
    const signer = await walletSigner(wallet!.request, { network: 'mainnet' });
    expect(await signer.signText('hello')).toBe(signature);
    expect(asked).toEqual([['getAddresses', { network: 'mainnet' }], ...signing]);
    expect(listeners.size).toBe(0);
  });

  it.each([
    ['Leather', { LeatherProvider: leather({ declines: true }) }],
    ['Xverse', { XverseProviders: { BitcoinProvider: xverse({ declines: true }) } }],
    ['Asigna', asigna(() => ({ error: DECLINED })).page],
  ])('is refused in the words of %s when its owner declines', async (_, page) => {
    const { request } = browserWallets(page)[0]!;
    await expect(walletSigner(request, { network: 'mainnet' })).rejects.toMatchObject({
      code: 'wallet-refused',
      message: 'the wallet did not sign: User rejected request',
    });
  });

  it.each([
    ['Leather', { LeatherProvider: leather() }],
    ['Xverse', { XverseProviders: { BitcoinProvider: xverse() } }],
    ['Asigna', asigna(() => ({ result: { addresses: [own] } })).page],
  ])('is refused when %s is of another network', async (_, page) => {
    const { request } = browserWallets(page)[0]!;
    await expect(walletSigner(request, { network: 'testnet' })).rejects.toMatchObject({
      code: 'wrong-network',
      message: 'the wallet has no account on testnet',
    });
  });

  it('repeats what a wallet says that rejects with bare text', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as older wallets do
    const StacksProvider = { request: () => Promise.reject('cancel') };
    const { request } = browserWallets({ StacksProvider })[0]!;
    await expect(walletSigner(request, { network: 'mainnet' })).rejects.toMatchObject({
      code: 'wallet-refused',
      message: 'the wallet did not sign: cancel',
    });
  });
});
