import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Alert } from '../../../sdk/client/index.js';
import { Owned } from '../keys/owned.js';
import { OrderTabs } from '../orders/order-tabs.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Empty } from '../parts/states.js';
import type { Route } from '../route.js';
import { wallet } from '../session/wallet.js';
import { ALERTS, alertsNow } from '../telling/tell-alerts.js';
import { TellMe } from '../telling/tell-me.js';
import { AlertCard } from './alert-card.js';
import { CreateAlert } from './create-alert.js';
import { useSigned } from '../wallet/use-signed.js';

/** Alerts of the wallet: each says once that a price, a move or a balance has been reached. */
export function View({ route }: { readonly route: Route }) {
  const signed = useSigned<readonly Alert[]>(ALERTS, (client, signal) => client.alerts.list({ signal }));
  const isCreating = useSignal(route.query.has('token'));
  const change = (next: (alerts: readonly Alert[]) => readonly Alert[]) => {
    if (signed.value.peek() !== undefined) signed.value.value = next(signed.value.peek()!);
  };
  const withAlert = (changed: Alert) =>
    change((all) => all.map((one) => (one.id === changed.id ? changed : one)));
  const looked = alertsNow.value;
  useEffect(() => {
    if (looked !== undefined) change(() => looked);
  }, [looked]);
  return (
    <section class="view stack">
      <div class="between">
        <h1>Alerts</h1>
        <TellMe />
        {wallet.value !== undefined && (
          <Button tone="primary" onClick={() => (isCreating.value = true)}>
            Create an alert
          </Button>
        )}
      </div>
      <OrderTabs current="alerts" />
      <Owned what="alerts" signed={signed}>
        {(known) =>
          known.length === 0 ? (
            <Empty title="There are no alerts yet.">
              <p class="muted">
                An alert tells you once that a price or your balance is where you want it. It costs nothing.
              </p>
            </Empty>
          ) : (
            <ul class="plain stack">
              {known.map((alert) => (
                <AlertCard
                  key={alert.id}
                  alert={alert}
                  onChanged={withAlert}
                  onDeleted={() => change((all) => all.filter(({ id }) => id !== alert.id))}
                />
              ))}
            </ul>
          )
        }
      </Owned>
      <Dialog
        title="Create an alert"
        isOpen={isCreating.value && wallet.value !== undefined}
        onClose={() => (isCreating.value = false)}
      >
        <CreateAlert
          token={route.query.get('token') ?? ''}
          onCreated={(alert) => {
            isCreating.value = false;
            if (signed.value.peek() === undefined) signed.read();
            else change((all) => [alert, ...all]);
          }}
        />
      </Dialog>
    </section>
  );
}
