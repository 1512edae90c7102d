import { useSignal } from '@preact/signals';
import type { Alert } from '../../../sdk/client/index.js';
import { dollars } from '../../../sdk/words/numbers.js';
import { baseId, oneEach } from '../live/base-id.js';
import { priceOf } from '../live/prices.js';
import { registry, tokenOf } from '../live/registry.js';
import { balanceText, nameFor } from '../live/token-names.js';
import { ActionForm } from '../parts/action-form.js';
import { Choice, ChoiceField } from '../parts/choice.js';
import { Field } from '../parts/field.js';
import { Select } from '../parts/select.js';
import { useClient } from '../session/service.js';
import {
  boundProblem,
  EMPTY_ALERT,
  newAlertOf,
  spanText,
  type AlertForm,
  type AlertKind,
} from './alert-words.js';

const KINDS = [
  ['price', 'Price'],
  ['move', 'Move'],
  ['balance', 'My balance'],
] as const satisfies readonly (readonly [AlertKind, string])[];

const SPANS = ['900', '3600', '14400', '86400'].map(
  (seconds) => [seconds, spanText(Number(seconds))] as const,
);

const BOUNDS: Readonly<Record<AlertKind, string>> = { price: 'Price', move: 'Moves by', balance: 'Amount' };

/** Asks what to watch, and creates the alert. */
export function CreateAlert({
  token,
  onCreated,
}: {
  readonly token: string;
  readonly onCreated: (alert: Alert) => void;
}) {
  const client = useClient();
  const form = useSignal<AlertForm>({ ...EMPTY_ALERT, token: tokenOf.value.get(token) });
  const change = (part: Partial<AlertForm>) => (form.value = { ...form.peek(), ...part });
  const { kind, token: watched, direction, bound, seconds, note } = form.value;
  const listed = registry.value?.tokens ?? [];
  // A token has one price, and balances to trade and in the wallet, each of which may be watched.
  const options =
    kind === 'balance'
      ? listed.map((one) => [one.contractId, balanceText(one)] as const)
      : oneEach(listed).map((one) => [one.contractId, nameFor(one)] as const);
  const alert = newAlertOf(form.value);
  const create = async () => {
    if (alert !== undefined) onCreated(await client.alerts.create(alert));
  };
  return (
    <ActionForm action="Sign and create" isReady={alert !== undefined} run={create}>
      <Choice
        label="What to watch"
        options={KINDS}
        value={kind}
        onChoose={(chosen) => change({ kind: chosen, bound: '' })}
      />
      <Select
        label="Token"
        options={[['', 'Choose a token'], ...options]}
        value={(watched && kind !== 'balance' ? baseId(watched) : watched?.contractId) ?? ''}
        onChoose={(id) => change({ token: tokenOf.peek().get(id) })}
      />
      {kind !== 'move' && (
        <Choice
          label="Side"
          options={[
            ['above', 'At or above'],
            ['below', 'At or below'],
          ]}
          value={direction}
          onChoose={(chosen) => change({ direction: chosen })}
        />
      )}
      <Field
        label={BOUNDS[kind]}
        value={bound}
        unit={kind === 'price' ? '$' : kind === 'move' ? '%' : watched && nameFor(watched)}
        inputMode="decimal"
        hint={kind === 'balance' ? undefined : nowText(form.value)}
        problem={boundProblem(form.value)}
        onInput={(text) => change({ bound: text })}
      />
      {kind === 'move' && (
        <ChoiceField
          title="Within"
          label="Within"
          options={SPANS}
          value={String(seconds)}
          onChoose={(chosen) => change({ seconds: Number(chosen) })}
        />
      )}
      <Field label="Note" value={note} hint="Optional, for you." onInput={(text) => change({ note: text })} />
    </ActionForm>
  );
}

function nowText({ kind, token }: AlertForm): string {
  if (kind === 'move') return 'Up or down.';
  const usd = token === undefined ? undefined : priceOf.value.get(baseId(token))?.usd;
  return usd === undefined ? 'In dollars.' : `${dollars(usd)} now`;
}
