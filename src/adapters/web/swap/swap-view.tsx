import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useReading } from '../live/reading.js';
import { registry, registryProblem, type Registry } from '../live/registry.js';
import { Failed, Loading } from '../parts/states.js';
import { href, type Route } from '../route.js';
import { SendingBanner } from '../shell/sending-banner.js';
import { firstTokens, useDesk } from './desk.js';
import type { Facts } from './model/facts.js';
import { OrderForm } from './order-form.js';
import { PlacedOrders } from './placed-orders.js';
import { QuoteCard } from './quote-card.js';

/** Sells a token for another: now, at a limit, with a stop and a target, or again and again. */
export function SwapView({ route }: { readonly route: Route }) {
  const { reading, again } = useReading((client, signal) => client.vaults.registry({ signal }));
  const { value: facts, problem } = reading.value;
  const listed = registry.value;
  const failed = facts === undefined ? problem : listed === undefined ? registryProblem.value : undefined;
  return (
    <section class="swap">
      <h1>Swap</h1>
      <SendingBanner />
      {facts !== undefined && listed !== undefined ? (
        <Ready facts={facts} listed={listed} query={route.query} />
      ) : failed !== undefined ? (
        <Failed problem={failed} again={again} />
      ) : (
        <Loading what="tokens" rows={8} />
      )}
    </section>
  );
}

interface ReadyProps {
  readonly facts: Facts;
  readonly listed: Registry;
  readonly query: URLSearchParams;
}

function Ready({ facts, listed, query }: ReadyProps) {
  const desk = useDesk(facts, firstTokens(listed.tokens, query));
  const asked = query.toString();
  useEffect(() => {
    // A link to the view while it is shown presets the tokens again.
    if (asked !== '') desk.change(firstTokens(listed.tokens, new URLSearchParams(asked)));
  }, [asked]);
  useSignalEffect(() => {
    const { sell, buy } = desk.form.value;
    if (sell === undefined || buy === undefined) return;
    // The address names what is shown, without a step back for each choice.
    history.replaceState(null, '', href('swap', [], { sell: sell.contractId, buy: buy.contractId }));
  });
  return (
    <div class="swap-columns">
      <div class="swap-column">
        <OrderForm desk={desk} tokens={listed.tokens} />
      </div>
      <div class="swap-column">
        <QuoteCard desk={desk} />
        <PlacedOrders />
      </div>
    </div>
  );
}
