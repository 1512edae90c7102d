import type { ListedToken } from '../../../sdk/client/index.js';
import { baseId } from '../live/base-id.js';
import { recordedPrice } from '../live/dollars.js';
import { marksOf } from '../markets/market-words.js';
import { Tip } from '../parts/tip.js';
import { TokenLabel } from '../parts/token-label.js';
import type { Form } from './model/form.js';
import { gravestOf } from './model/gravest.js';

/** Mark of a token; that of its base for a subnet copy, which no pool needs to hold. */
function warningOf(token: ListedToken) {
  const price = recordedPrice(baseId(token)) ?? recordedPrice(token.contractId);
  return price && gravestOf(marksOf(price));
}

/** Mark beside the token to buy for what matters most about it; nothing for a token without such a mark. */
export function TokenWarning({ token }: { readonly token: ListedToken }) {
  const mark = warningOf(token);
  if (mark === undefined) return null;
  return (
    <span class="amount-line small">
      <Tip class={`badge ${mark.kind}`} about={mark.about}>
        {mark.word}
      </Tip>
    </span>
  );
}

/** Marks of the form's tokens in sentences. */
export const TokenWarnings = ({ form: { sell, buy } }: { readonly form: Form }) => (
  <>
    {[sell, buy].map((token) => {
      const mark = token && warningOf(token);
      return (
        mark && (
          <p key={token.contractId}>
            <TokenLabel token={token} /> <span class={`badge ${mark.kind}`}>{mark.word}</span> {mark.about}
          </p>
        )
      );
    })}
  </>
);
