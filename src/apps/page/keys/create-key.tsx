import { useSignal } from '@preact/signals';
import type { ApiKey } from '../../../sdk/client/index.js';
import { now } from '../live/clock.js';
import { ActionForm } from '../parts/action-form.js';
import { Field } from '../parts/field.js';
import { useClient } from '../session/service.js';
import { Checks } from './checks.js';
import {
  expiryProblem,
  listedKey,
  nameProblem,
  newKeyOf,
  PERMISSIONS,
  type Permission,
} from './key-words.js';

interface CreateKeyProps {
  /** Names of active keys. */
  readonly taken: readonly string[];
  /** Called with the key as lists show it, and with the secret key itself. */
  readonly onCreated: (key: ApiKey, secret: string) => void;
}

/** Asks what a new key may do, and creates it. */
export function CreateKey({ taken, onCreated }: CreateKeyProps) {
  const client = useClient();
  const name = useSignal('');
  const permissions = useSignal<readonly Permission[]>([]);
  const expiry = useSignal('');
  const wrongName = nameProblem(name.value, taken);
  const wrongExpiry = expiryProblem(expiry.value, now.value);
  const isReady =
    name.value !== '' && wrongName === undefined && wrongExpiry === undefined && permissions.value.length > 0;
  const create = async () => {
    const response = await client.keys.create(newKeyOf(name.value, permissions.value, expiry.value));
    onCreated(listedKey(response, Date.now()), response.apiKey);
  };
  return (
    <ActionForm action="Sign and create" isReady={isReady} run={create}>
      <Field
        label="Name"
        value={name.value}
        placeholder="bot-1"
        problem={wrongName}
        onInput={(text) => (name.value = text)}
      />
      <Checks
        legend="Permissions"
        options={PERMISSIONS}
        chosen={permissions.value}
        onChoose={(chosen) => (permissions.value = chosen)}
      />
      {name.value !== '' && permissions.value.length === 0 && (
        <p class="muted">Choose at least one permission.</p>
      )}
      <Field
        label="Expires"
        type="datetime-local"
        value={expiry.value}
        hint="Empty: it works until it is revoked."
        problem={wrongExpiry}
        onInput={(text) => (expiry.value = text)}
      />
    </ActionForm>
  );
}
