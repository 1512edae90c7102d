import { useSignal } from '@preact/signals';
import { ClientError, type Order } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/index.js';
import { promiseWords } from '../../../sdk/words/promise.js';
import { tokenOf } from '../live/registry.js';
import { listedWords, nameFor } from '../live/token-names.js';
import { ActionForm } from '../parts/action-form.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { useClient } from '../session/service.js';
import { fieldText } from '../swap/model/readings.js';
import { amendOrder } from './amend-order.js';
import { changeable, changesOf, formOf, type ChangeForm, type Traded } from './change.js';

interface ChangeProps {
  readonly order: Order;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks for new terms of an open order, says what they do, and has them signed. */
export const ChangeDialog = ({ order, isOpen, onClose }: ChangeProps) => (
  <Dialog title="Change the order" isOpen={isOpen} onClose={onClose}>
    {isOpen && <ChangeFields order={order} onClose={onClose} />}
  </Dialog>
);

function ChangeFields({ order, onClose }: Omit<ChangeProps, 'isOpen'>) {
  const [sold, bought] = [order.inputToken, order.outputToken].map((token) => tokenOf.value.get(token));
  if (sold === undefined || bought === undefined) return <p>Its tokens are not listed here.</p>;
  return <TermFields order={order} traded={{ sold, bought }} onClose={onClose} />;
}

function TermFields({ order, traded, onClose }: Omit<ChangeProps, 'isOpen'> & { readonly traded: Traded }) {
  const { sold, bought } = traded;
  const client = useClient();
  const form = useSignal<ChangeForm>(formOf(order, traded));
  const set = (part: Partial<ChangeForm>) => (form.value = { ...form.peek(), ...part });
  const { changes, problems } = changesOf(order, form.value, traded, Date.now());
  const can = changeable(order);
  const { trail, baseAsset = 'USD', minAmountOut = '0' } = order;
  const unit = baseAsset === 'USD' ? '$' : listedWords.value.symbol(baseAsset);
  const least = changes?.minAmountOut ?? minAmountOut;
  const save = async () => {
    if (changes === undefined) return;
    await amendOrder(client, order, changes);
    onClose();
  };
  return (
    <ActionForm
      action="Sign the change"
      isReady={changes !== undefined}
      run={() => save().catch(inWords)}
      onLeave={onClose}
    >
      {can.price && (
        <Field
          label={trail === undefined ? 'Price' : 'Trails by'}
          unit={can.isLimit ? `${nameFor(bought)} per ${nameFor(sold)}` : trail === undefined ? unit : '%'}
          inputMode="decimal"
          value={form.value.price}
          hint={
            can.isLimit
              ? `In all at least ${listedWords.value.amount(least, order.outputToken)}.`
              : 'Empty: as it is.'
          }
          problem={problems.price}
          onInput={(price) => set({ price })}
        />
      )}
      {can.least && (
        <Field
          label="Receive at least"
          unit={nameFor(bought)}
          inputMode="decimal"
          value={form.value.least}
          placeholder={fieldText(decimal(minAmountOut, bought.decimals))}
          hint="Empty: as it is."
          problem={problems.least}
          onInput={(least) => set({ least })}
        />
      )}
      <Field
        label="Ends at"
        type="datetime-local"
        value={form.value.until}
        hint="Empty: as it is."
        problem={problems.until}
        onInput={(until) => set({ until })}
      />
      {changes !== undefined && (
        <div class="notice stack" role="status">
          {promiseWords({ ...order, ...changes } as Order, listedWords.value).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <p class="muted small">Your wallet signs the new terms; what it sells stays. It costs nothing.</p>
    </ActionForm>
  );
}

/** Turns the refusal of each field into one sentence. */
function inWords(error: unknown): never {
  if (error instanceof ClientError && Array.isArray(error.details))
    throw new ClientError(`${error.message}: ${error.details.map(String).join('; ')}`, {
      code: error.code,
      retryable: false,
    });
  throw error;
}
