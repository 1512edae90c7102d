import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ListedToken } from '../../../sdk/client/index.js';
import { ChartCard } from '../chart/chart-card.js';
import { priceOf } from '../live/prices.js';
import { registry, registryProblem, type Registry } from '../live/registry.js';
import { Pending } from '../parts/states.js';
import { href, isHere, type Route } from '../route.js';
import { kept } from '../session/kept.js';
import { SendingBanner } from '../shell/sending-banner.js';
import { dollarsOf } from '../live/dollars.js';
import { MoveDialog } from '../portfolio/move-dialog.js';
import { balancesIn, useDesk, type Desk } from './desk.js';
import { firstTokens, type Ranking } from './model/first-tokens.js';
import type { Form } from './model/form.js';
import { formOf, formQuery } from './model/form-address.js';
import { sellersOf, type Sellers } from './model/sellable.js';
import { OrderForm } from './order-form.js';
import { PlacedOrders } from './progress.js';
import { QuoteCard } from './quote-card.js';

/** View that sells a token for another: now, at a limit, with a stop and a target, or repeatedly. */
export function View({ route }: { readonly route: Route }) {
  const listed = registry.value;
  return (
    <section class="view stack">
      <h1>Swap</h1>
      <SendingBanner />
      {listed !== undefined ? (
        <Ready listed={listed} query={route.query} />
      ) : (
        <Pending what="tokens" rows={8} problem={registryProblem.value} />
      )}
    </section>
  );
}

interface ReadyProps {
  readonly listed: Registry;
  readonly query: URLSearchParams;
}

function Ready({ listed, query }: ReadyProps) {
  const { tokens, terms } = listed;
  const isKnown = useRef(lastForm !== undefined || kept.peek().pair !== undefined).current;
  const first = useRef(firstForm(sellersOf(terms, listed), query));
  const desk = useDesk(terms, first.current);
  useSignalEffect(() => {
    lastForm = desk.form.value;
  });
  const asked = query.toString();
  useEffect(() => {
    // Following a link to this view while it is already shown sets the tokens again.
    if (asked === '') return;
    const named = new URLSearchParams(asked);
    desk.change({ ...firstTokens(desk.sellers.peek(), named, rankingOf(desk)), ...formOf(named) });
  }, [asked]);
  const isPreset = useRef(!query.has('sell') && !query.has('buy') && !isKnown);
  useSignalEffect(() => {
    const balances = desk.held.balances.value;
    if (!isPreset.current || balances === undefined || priceOf.value.size === 0) return;
    desk.held.readAlso(tokens.map(({ contractId }) => contractId));
    const { sell, buy, amount } = desk.form.peek();
    // The balances of the form's own two tokens are read first.
    if (balances.size <= balancesIn(desk.form.peek()).length) return;
    isPreset.current = false;
    // A form that the visitor has begun to fill in keeps its tokens.
    if (amount !== '' || sell !== first.current.sell || buy !== first.current.buy) return;
    desk.change(firstTokens(desk.sellers.peek(), new URLSearchParams(), rankingOf(desk)));
  });
  useSignalEffect(() => {
    const { sell, buy } = desk.form.value;
    if (sell === undefined || buy === undefined) return;
    // The address follows the form, without a history entry for each choice.
    const shown = { sell: sell.contractId, buy: buy.contractId, ...formQuery(desk.form.value) };
    const address = href('swap', [], shown);
    // Effects run a frame late: the visitor may have followed a link by then.
    if (isHere(address)) history.replaceState(history.state, '', address);
  });
  return (
    <div class="swap-columns">
      <div class="view stack">
        <OrderForm desk={desk} tokens={tokens} />
      </div>
      <div class="view stack">
        <ChartCard desk={desk} />
        <QuoteCard desk={desk} />
        <PlacedOrders />
      </div>
      <MoveDialog onArrived={desk.held.again} />
    </div>
  );
}

/** The form as the visitor left it, for their return by the menu. */
let lastForm: Form | undefined;

/** The form at first: what the address names, or as the visitor left it, or with the tokens of the last visit. */
function firstForm(sellers: Sellers, query: URLSearchParams): Partial<Form> {
  const hasTokens = query.has('sell') || query.has('buy');
  if (!hasTokens && lastForm !== undefined) return { ...lastForm, ...formOf(query) };
  const named = hasTokens ? query : new URLSearchParams(kept.peek().pair);
  return { ...firstTokens(sellers, named, { liquidity: liquidityOf, held: () => 0 }), ...formOf(query) };
}

const liquidityOf = ({ contractId, base }: ListedToken): number =>
  Math.max(...[contractId, base ?? contractId].map((id) => priceOf.peek().get(id)?.liquidityUsd ?? 0));

const rankingOf = ({ held: { balances } }: Desk): Ranking => ({
  liquidity: liquidityOf,
  held: ({ contractId, decimals }) =>
    (Number(balances.peek()?.get(contractId) ?? 0n) / 10 ** decimals) * (dollarsOf(contractId) ?? 0),
});
