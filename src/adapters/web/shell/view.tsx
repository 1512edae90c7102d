import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { href, route, type Route } from '../route.js';
import { returns } from '../live/online.js';
import { nameFor } from '../live/token-names.js';
import { tokenOf } from '../live/registry.js';
import { priceOf } from '../live/prices.js';
import { Empty, Failed, Loading } from '../parts/states.js';

/** A view: what it shows depends on the rest of the route. */
export type View = ComponentType<{ readonly route: Route }>;

/** Views are loaded when they are first shown. */
const VIEWS: Readonly<Record<string, { readonly title: string; readonly load: () => Promise<View> }>> = {
  markets: { title: 'Markets', load: async () => (await import('../markets/markets-view.js')).MarketsView },
  token: { title: 'Token', load: async () => (await import('../token/token-view.js')).TokenView },
  docs: { title: 'Documents', load: async () => (await import('../docs/docs-view.js')).DocumentsView },
  operator: {
    title: 'Operator',
    load: async () => (await import('../operator/operator-view.js')).OperatorView,
  },
  swap: { title: 'Swap', load: async () => (await import('../swap/swap-view.js')).SwapView },
  orders: { title: 'Orders', load: async () => (await import('../orders/orders-view.js')).OrdersView },
  order: { title: 'Order', load: async () => (await import('../orders/order-view.js')).OrderView },
  keys: { title: 'API keys', load: async () => (await import('../keys/keys-view.js')).KeysView },
  webhooks: { title: 'Webhooks', load: async () => (await import('../keys/webhooks-view.js')).WebhooksView },
};

/** The view that the route names. */
export function CurrentView() {
  const loaded = useSignal<{ readonly name: string; readonly View: View } | undefined>(undefined);
  const isBroken = useSignal(false);
  const name = route.value.view;
  const known = VIEWS[name];
  useSignalEffect(() => {
    const { view } = route.value;
    const wanted = VIEWS[view];
    if (wanted === undefined || loaded.peek()?.name === view) return;
    isBroken.value = false;
    wanted.load().then(
      (View) => {
        if (route.peek().view === view) loaded.value = { name: view, View };
      },
      (error: unknown) => {
        isBroken.value = true;
        reportError(error);
      },
    );
  });
  // Browsers keep that a module failed to load: the page is loaded again once the device is back.
  useSignalEffect(() => {
    if (returns.value > 0 && isBroken.peek()) location.reload();
  });
  useSignalEffect(() => {
    document.title = titleOf(route.value);
  });
  if (known === undefined)
    return (
      <Empty title="There is no such view.">
        <a class="button" href={href('markets')}>
          To the markets
        </a>
      </Empty>
    );
  if (isBroken.value)
    return (
      <Failed
        problem={{
          message: 'This view cannot be loaded.',
          hint: 'The server may be away, or newer than this page.',
          isOffline: true,
        }}
        again={() => location.reload()}
      />
    );
  if (loaded.value?.name !== name) return <Loading what={known.title.toLowerCase()} rows={8} />;
  const { View } = loaded.value;
  return <View route={route.value} />;
}

/** The title of the tab: the token's name where the view is of one. */
function titleOf({ view, rest: [id = ''] }: Route): string {
  const token = view === 'token' ? (tokenOf.value.get(id) ?? priceOf.value.get(id)) : undefined;
  const title = token === undefined ? VIEWS[view]?.title : nameFor(token);
  return title === undefined ? 'Sluice' : `${title} · Sluice`;
}
