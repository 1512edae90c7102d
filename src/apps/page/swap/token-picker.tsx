import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { ListedToken } from '../../../sdk/client/index.js';
import { exactAmount, shortAmount } from '../../../sdk/words/amounts.js';
import { oneLine } from '../../../sdk/words/names.js';
import { withRecent } from '../session/kept-fields.js';
import { keep, kept } from '../session/kept.js';
import { oneEach } from '../live/base-id.js';
import { priceOf } from '../live/prices.js';
import { wholeToken } from '../live/registry.js';
import { safetyMarks } from '../markets/safety-words.js';
import { Dialog } from '../parts/dialog.js';
import { TokenLabel } from '../parts/token-label.js';
import { TokenMark, TokenName } from '../parts/token-mark.js';
import type { Held } from './live/balances.js';
import { wholeBalances, type Balances } from './model/balances.js';
import { foundTokens } from './model/found-tokens.js';

interface PickerProps {
  /** Label of the picker, such as `Sell`. */
  readonly label: string;
  readonly token: ListedToken | undefined;
  readonly tokens: readonly ListedToken[];
  readonly held: Held;
  /** Reason why a token cannot be picked, in a few words; undefined if it can. */
  readonly whyNot?: (token: ListedToken) => string | undefined;
  readonly onPick: (token: ListedToken) => void;
}

/** A button that shows the chosen token and opens a dialog to choose another. */
export function TokenPicker({ label, token, onPick, ...list }: PickerProps) {
  const isOpen = useSignal(false);
  const open = () => {
    isOpen.value = true;
    list.held.readAlso(list.tokens.map(({ contractId }) => contractId));
  };
  const close = () => (isOpen.value = false);
  const pick = (picked: ListedToken) => {
    close();
    keep({ recent: withRecent(kept.peek(), picked.contractId) });
    onPick(picked);
  };
  return (
    <>
      <button type="button" class="token-button row" aria-haspopup="dialog" onClick={open}>
        <span class="sr-only">{label}: </span>
        {token === undefined ? (
          'choose a token'
        ) : (
          <>
            <TokenMark token={wholeToken(token)} size={24} />
            <TokenLabel token={token} />
          </>
        )}
      </button>
      <Dialog title={`${label} which token?`} isOpen={isOpen.value} onClose={close}>
        <Choices {...list} onPick={pick} />
      </Dialog>
    </>
  );
}

/** Marks for the risks of holders, a word each. */
const SafetyBadges = ({ contractId }: { readonly contractId: string }) => (
  <>
    {safetyMarks(priceOf.value.get(contractId)?.safety).map(({ word, kind, about }) => (
      <span key={word} class={`badge ${kind}`} title={about}>
        {word}
      </span>
    ))}
  </>
);

type ChoicesProps = Omit<PickerProps, 'label' | 'token'>;

function Choices({ tokens, held, whyNot = () => undefined, onPick }: ChoicesProps) {
  const known = held.balances.value;
  const balances = known && wholeBalances(known, tokens);
  const search = useSignal('');
  const active = useSignal(0);
  const id = useId();
  const liquidity = (contractId: string) => priceOf.value.get(contractId)?.liquidityUsd ?? 0;
  const isOpen = (token: ListedToken) => whyNot(token) === undefined;
  const sortedBy = useSignal<Balances | undefined>(undefined);
  const found = foundTokens(tokens, {
    search: search.value,
    balances: sortedBy.value ?? balances,
    favourites: kept.value.favourites?.map(wholeId),
    isOpen,
    liquidity,
  });
  const pick = (token: ListedToken) => {
    if (isOpen(token)) onPick(token);
  };
  /** Fixes the balances to sort by, so that no token moves under the visitor's pointer when newer balances arrive. */
  const settle = () => (sortedBy.value ??= balances ?? new Map());
  const at = Math.min(active.value, found.length - 1);
  const move = (to: number) => {
    active.value = Math.max(0, Math.min(to, found.length - 1));
    document.getElementById(`${id}-${active.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const picked = found[at];
    settle();
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter' && picked !== undefined) pick(picked);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div class="field-box">
        <input
          type="search"
          role="combobox"
          aria-label="Search by symbol, name or contract"
          aria-expanded={true}
          aria-controls={id}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          placeholder="Symbol, name or contract"
          autocomplete="off"
          spellcheck={false}
          autofocus
          list={undefined}
          value={search.value}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value;
            active.value = 0;
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Known tokens={oneEach(tokens).filter(isOpen)} onPick={onPick} />
      <ul class="picker-list plain" role="listbox" id={id} aria-label="Tokens" onPointerMove={settle}>
        {found.map((token, n) => (
          <li
            key={token.contractId}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === at}
            aria-disabled={!isOpen(token)}
            class="picker-option"
            title={token.contractId}
            onClick={() => pick(token)}
          >
            <TokenName token={token} isBesideContract={isOpen(token)} />
            <SafetyBadges contractId={token.contractId} />
            <span class="picker-facts">
              <Balance token={token} balances={balances} />
              {isOpen(token) ? (
                <code class="clip muted">
                  <bdi>{contractName(token.contractId)}</bdi>
                </code>
              ) : (
                <span class="muted small">{whyNot(token)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="muted">No token is called that.</p>}
    </>
  );
}

const MOST_KNOWN = 6;

/** Favourites and tokens that were chosen before, one click away. */
function Known({ tokens, onPick }: Pick<ChoicesProps, 'tokens' | 'onPick'>) {
  const { favourites = [], recent = [] } = kept.value;
  const known = [...new Set([...favourites, ...recent].map(wholeId))].flatMap(
    (id) => tokens.find(({ contractId }) => contractId === id) ?? [],
  );
  if (known.length === 0) return null;
  return (
    <div class="wrap picker-known" role="group" aria-label="Favourite and recent tokens">
      {known.slice(0, MOST_KNOWN).map((token) => (
        <button
          type="button"
          class="token-chip row"
          key={token.contractId}
          title={token.contractId}
          onClick={() => onPick(token)}
        >
          <TokenMark token={token} size={20} />
          <TokenLabel token={token} />
        </button>
      ))}
    </div>
  );
}

/** Contract id of the token itself, also of one that was kept by the id of a copy. */
const wholeId = (contractId: string): string => wholeToken({ contractId }).contractId;

/** Name that distinguishes tokens with the same symbol. */
const contractName = (contractId: string): string => oneLine(contractId.split('.')[1] ?? contractId, 40);

function Balance({
  token,
  balances,
}: {
  readonly token: ListedToken;
  readonly balances: Balances | undefined;
}) {
  if (balances === undefined) return null;
  const held = balances.get(token.contractId);
  if (held === undefined)
    return (
      <span class="muted" title="The balance is not known">
        <span aria-hidden="true">–</span>
        <span class="sr-only">balance not known</span>
      </span>
    );
  return (
    <span class="number" title={exactAmount(held.toString(), token.decimals)}>
      {shortAmount(held.toString(), token.decimals)}
    </span>
  );
}
