import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { withinSentence } from '../../sdk/words/language.js';
import { href, route, type Route } from './route.js';
import { onDemand } from './live/load-again.js';
import { returns } from './live/online.js';
import { nameFor } from './live/token-names.js';
import { tokenOf } from './live/registry.js';
import { priceOf } from './live/prices.js';
import { Failed, Loading } from './parts/states.js';

/** A view. It shows what the rest of the route names. */
export type View = ComponentType<{ readonly route: Route }>;

interface LoadedView {
  readonly title: string;
  readonly load: () => Promise<{ readonly View: View }>;
}

const view = (title: string, load: LoadedView['load']): LoadedView => ({ title, load: onDemand(load) });

/** Views are loaded when they are first shown. */
const VIEWS: Readonly<Record<string, LoadedView>> = {
  markets: view('Markets', () => import('./markets/markets-view.js')),
  token: view('Token', () => import('./token/token-view.js')),
  docs: view('Documents', () => import('./docs/docs-page.js')),
  operator: view('Operator', () => import('./operator/operator-view.js')),
  swap: view('Swap', () => import('./swap/swap-view.js')),
  portfolio: view('Portfolio', () => import('./portfolio/portfolio-view.js')),
  orders: view('Orders', () => import('./orders/orders-view.js')),
  order: view('Order', () => import('./orders/order-view.js')),
  alerts: view('Alerts', () => import('./alerts/alerts-view.js')),
  keys: view('API keys', () => import('./keys/keys-view.js')),
  webhooks: view('Webhooks', () => import('./keys/webhooks-view.js')),
};

/** The view that the route names. */
export function CurrentView() {
  const loaded = useSignal<{ readonly name: string; readonly View: View } | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const name = route.value.view;
  const known = VIEWS[name];
  useSignalEffect(() => {
    const { view } = route.value;
    const wanted = VIEWS[view];
    if (wanted === undefined || loaded.peek()?.name === view) return;
    failure.value = undefined;
    wanted.load().then(
      ({ View }) => {
        if (route.peek().view === view) loaded.value = { name: view, View };
      },
      (error: unknown) => {
        failure.value = error;
        reportError(error);
      },
    );
  });
  /** Loads the view from another URL. If that fails too, reloads the whole page, which may be older than the server. */
  const again = () => {
    const { view } = route.peek();
    VIEWS[view]?.load().then(
      ({ View }) => {
        if (route.peek().view !== view) return;
        loaded.value = { name: view, View };
        failure.value = undefined;
      },
      () => location.reload(),
    );
  };
  useSignalEffect(() => {
    if (returns.value > 0 && failure.peek() !== undefined) again();
  });
  useSignalEffect(() => {
    document.title = titleOf(route.value);
  });
  if (known === undefined)
    return (
      <div class="empty stack">
        <h1>There is no such view.</h1>
        <a class="button" href={href('markets')}>
          To the markets
        </a>
      </div>
    );
  if (failure.value !== undefined)
    return (
      <Failed
        problem={{
          message: 'This view cannot be loaded.',
          hint: 'The server may be away, or newer than this page.',
          isOffline: true,
        }}
        again={again}
      />
    );
  if (loaded.value?.name !== name) return <Loading what={withinSentence(known.title)} rows={8} />;
  const { View } = loaded.value;
  return <View route={route.value} />;
}

/** Title of the tab, with the token's name on the view of a token. */
function titleOf({ view, rest: [id = ''] }: Route): string {
  const token = view === 'token' ? (tokenOf.value.get(id) ?? priceOf.value.get(id)) : undefined;
  const title = token === undefined ? VIEWS[view]?.title : nameFor(token);
  return title === undefined ? 'Sluice' : `${title} · Sluice`;
}
