import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListedToken } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { nameFor } from '../live/token-names.js';
import { TxidLink } from '../orders/txid-link.js';
import { ActionForm } from '../parts/action-form.js';
import { Button } from '../parts/button.js';
import { Choice } from '../parts/choice.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { href, route } from '../route.js';
import { useClient } from '../session/service.js';
import { fieldText } from '../swap/model/readings.js';
import { typedAmount } from '../swap/model/typed.js';
import { hasArrived, type Direction } from './model.js';
import { useArrival } from './use-arrival.js';

/** A token of which a part is to be moved between the wallet and its trading balance. */
interface Asked {
  readonly token: ListedToken;
  /** Contract id of the balance from which orders are paid. */
  readonly copy: string;
  readonly wallet: bigint | null;
  readonly trading: bigint;
  /** Address of the wallet. */
  readonly owner: string;
  /** Amount that the dialog begins with, smallest units. */
  readonly amount?: bigint | undefined;
}

const asked = signal<Asked | undefined>(undefined);

/** Opens the dialog in which the visitor deposits a token for trading, or withdraws it. */
export const askToMove = (question: Asked): void => {
  asked.value = question;
};

const close = (): void => {
  asked.value = undefined;
};

/** The dialog of `askToMove`. */
export function MoveDialog({ onArrived }: { readonly onArrived: () => void }) {
  const question = asked.value;
  // A visitor who leaves the view has left the question: it must not wait over another one.
  useEffect(() => close, []);
  const name = question === undefined ? '' : nameFor(question.token);
  return (
    <Dialog title={`Move ${name}`} isOpen={question !== undefined} onClose={close}>
      {question !== undefined && <Move asked={question} onArrived={onArrived} />}
    </Dialog>
  );
}

/** A transaction on its way, with the balance that tells of its arrival. */
interface Sent {
  readonly txid: string;
  readonly direction: Direction;
  readonly amount: bigint;
  readonly before: bigint;
}

const DIRECTIONS = [
  ['deposit', 'Deposit'],
  ['withdraw', 'Withdraw'],
] as const;

const ABOUT: Readonly<Record<Direction, string>> = {
  deposit: 'From your wallet to your trading balance, which pays for orders. It is worth the same.',
  withdraw: 'From your trading balance to your wallet. Open orders that then lack it wait.',
};

function Move({
  asked: { token, copy, owner, amount: first, ...held },
  onArrived,
}: { readonly asked: Asked } & Arrives) {
  const client = useClient();
  const direction = useSignal<Direction>('deposit');
  const text = useSignal(first === undefined ? '' : fieldText(decimal(first, token.decimals)));
  const sent = useSignal<Sent | undefined>(undefined);
  if (sent.value !== undefined)
    return <Following token={token} copy={copy} sent={sent.value} onArrived={onArrived} />;
  const isDeposit = direction.value === 'deposit';
  const available = isDeposit ? held.wallet : held.trading;
  const typed = typedAmount(text.value, token);
  const isTooMuch = typed.value !== undefined && available !== null && BigInt(typed.value) > available;
  const problem = isTooMuch ? 'More than you hold.' : typed.problem;
  const amount = problem === undefined ? typed.value : undefined;
  return (
    <ActionForm
      action={isDeposit ? 'Deposit' : 'Withdraw'}
      isReady={amount !== undefined}
      onLeave={close}
      run={async () => {
        const move = direction.peek();
        // Read again: an order may have been filled meanwhile.
        const { balances } = await client.balances.get(owner, [copy]);
        const before = BigInt(balances[0]?.balance ?? held.trading);
        const { txid } = await client.subnets[move]({ token: copy, amount: amount! });
        sent.value = { txid, direction: move, amount: BigInt(amount!), before };
      }}
    >
      <Choice
        label="Direction"
        options={DIRECTIONS}
        value={direction.value}
        onChoose={(one) => (direction.value = one)}
      />
      <p class="muted small">{ABOUT[direction.value]}</p>
      <Field
        label="Amount"
        value={text.value}
        inputMode="decimal"
        onInput={(next) => (text.value = next)}
        unit={
          available === null ? (
            nameFor(token)
          ) : (
            <button
              type="button"
              class="text-button"
              onClick={() => (text.value = fieldText(decimal(String(available), token.decimals)))}
            >
              Max
            </button>
          )
        }
        problem={problem}
        hint={
          available === null
            ? undefined
            : `${exactAmount(available, token.decimals)} ${nameFor(token)} available`
        }
      />
      <p class="muted small">
        A transaction of your wallet, which pays the network’s fee in STX. The chain undoes it if it moves
        anything but this amount.
      </p>
    </ActionForm>
  );
}

interface Arrives {
  readonly onArrived: () => void;
}

interface FollowingProps extends Arrives {
  readonly token: ListedToken;
  readonly copy: string;
  readonly sent: Sent;
}

/** A transaction until the trading balance shows it. */
function Following({ token, copy, sent, onArrived }: FollowingProps) {
  const { txid, direction, amount, before } = sent;
  const isThere = useArrival(copy, (now) => hasArrived(direction, { before, amount, now }), onArrived);
  const words = `${exactAmount(amount, token.decimals)} ${nameFor(token)}`;
  return (
    <>
      <p role="status">
        {isThere
          ? `${words} ${direction === 'deposit' ? 'can be traded now.' : 'is in your wallet.'}`
          : `${words} is on its way. It takes a block or two; you may close this.`}
      </p>
      <p class="wrap small muted">
        Transaction <TxidLink txid={txid} />
      </p>
      <div class="wrap end">
        {isThere && direction === 'deposit' && route.value.view !== 'swap' && (
          <a class="button" href={href('swap', [], { sell: copy })} onClick={close}>
            Trade it
          </a>
        )}
        <Button tone="primary" takesFocus onClick={close}>
          Close
        </Button>
      </div>
    </>
  );
}
