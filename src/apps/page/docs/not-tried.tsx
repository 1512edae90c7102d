import type { Operation } from './model.js';

/** Reason why the page has no form for an operation. */
type Reason = 'stream' | 'order' | 'wallet' | 'key-or-wallet' | 'operator';

const SIGNING = <a href="#/docs/how-to/sign">How to sign</a>;

const REASONS = {
  stream: (
    <>
      Its response has no end: follow it in a shell, as below, or in a program.{' '}
      <a href="#/docs/how-to/follow-orders-and-prices">How to follow orders and prices</a>.
    </>
  ),
  order: <>It needs an order that its owner has signed. {SIGNING}.</>,
  wallet: <>It needs a message that a wallet has signed. {SIGNING}.</>,
  'key-or-wallet': (
    <>
      It needs an API key, or a message that the wallet has signed.{' '}
      <a href="#/docs/reference/api-keys">How to get an API key</a>. {SIGNING}.
    </>
  ),
  operator: (
    <>
      It needs the session of an operator. <a href="#/docs/reference/operator">How an operator signs in</a>.
    </>
  ),
};

/** The views that call operations for a wallet, by path prefix. */
const VIEWS = [
  { path: '/swap/api/v1/orders/new', href: '#/swap', name: 'Swap' },
  { path: '/swap/api/v1/orders/batch', href: '#/swap', name: 'Swap' },
  { path: '/swap/api/v1/orders', href: '#/orders', name: 'Orders' },
  { path: '/swap/api/v1/api-keys', href: '#/keys', name: 'API keys' },
  { path: '/swap/api/v1/webhooks', href: '#/webhooks', name: 'Webhooks' },
  { path: '/prices/', href: '#/markets', name: 'Markets' },
  { path: '/operator/', href: '#/operator', name: 'Operator' },
] as const;

/** Reason why the page has no form for the operation; undefined if it has one: for public reads, and for samples to send unchanged. */
export function reasonOf({ method, access, response, tried }: Operation): Reason | undefined {
  const kinds = access.map(({ kind }) => kind);
  if (response.mediaType === 'text/event-stream') return 'stream';
  if (kinds.includes('anyone')) return method === 'GET' || tried !== undefined ? undefined : 'order';
  if (kinds.includes('operator')) return 'operator';
  return kinds.includes('key') ? 'key-or-wallet' : 'wallet';
}

/** Explanation of what the operation needs, how the reader gets it, and which view calls the operation. */
export function WhyNotTried({ reason, path }: { readonly reason: Reason; readonly path: string }) {
  const view = VIEWS.find((one) => path.startsWith(one.path));
  return (
    <section class="card stack" aria-labelledby="not-tried">
      <h2 id="not-tried">Not to be tried here</h2>
      <p>
        {REASONS[reason]}
        {view !== undefined && (
          <>
            {' '}
            This page calls it in its view <a href={view.href}>{view.name}</a>.
          </>
        )}
      </p>
    </section>
  );
}
