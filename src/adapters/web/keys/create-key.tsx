import { useSignal } from '@preact/signals';
import type { ApiKey, ResponseOf } from '../../../client/index.js';
import { now } from '../live/clock.js';
import { useAttempt } from '../live/attempt.js';
import { Field } from '../parts/field.js';
import { Failed } from '../parts/states.js';
import { useClient } from '../service.js';
import { Checks } from './checks.js';
import {
  expiryProblem,
  listedKey,
  nameProblem,
  newKeyOf,
  PERMISSIONS,
  type Permission,
} from './key-words.js';
import { SecretOnce } from './secret-once.js';

interface CreateKeyProps {
  /** Names of active keys. */
  readonly taken: readonly string[];
  readonly onCreated: (key: ApiKey) => void;
  readonly onDone: () => void;
}

/** Creates a key, and shows it this one time: what the dialog held is gone once it closes. */
export function CreateKey({ taken, onCreated, onDone }: CreateKeyProps) {
  const client = useClient();
  const name = useSignal('');
  const permissions = useSignal<readonly Permission[]>(['execute', 'cancel']);
  const expiry = useSignal('');
  const { isBusy, problem, begin } = useAttempt();
  const created = useSignal<ResponseOf<'createApiKey'> | undefined>(undefined);
  if (created.value !== undefined)
    return (
      <SecretOnce
        secret={created.value.apiKey}
        label="API key"
        warning="Copy the key now: it is shown this once, and never again. Everyone who has it can act on your orders."
        onDone={onDone}
      />
    );
  const wrongName = nameProblem(name.value, taken);
  const wrongExpiry = expiryProblem(expiry.value, now.value);
  const isReady =
    name.value !== '' && wrongName === undefined && wrongExpiry === undefined && permissions.value.length > 0;
  const create = async () => {
    const response = await client.keys.create(newKeyOf(name.value, permissions.value, expiry.value));
    created.value = response;
    onCreated(listedKey(response, Date.now()));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) begin(create);
      }}
    >
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
      <Field
        label="Expires"
        type="datetime-local"
        value={expiry.value}
        hint="Empty: it works until it is revoked."
        problem={wrongExpiry}
        onInput={(text) => (expiry.value = text)}
      />
      {problem.value !== undefined && <Failed problem={problem.value} />}
      <div class="dialog-actions">
        <button type="submit" class="button primary" disabled={!isReady || isBusy.value}>
          {isBusy.value ? 'Waiting…' : 'Sign and create'}
        </button>
      </div>
    </form>
  );
}
