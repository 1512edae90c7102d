import { keep, kept } from '../session/kept.js';
import { withFavourite } from '../session/kept-fields.js';

/** Button that marks the token as a favourite, which the lists of tokens to swap show first. */
export function Favourite({ contractId }: { readonly contractId: string }) {
  const isMarked = kept.value.favourites?.includes(contractId) === true;
  return (
    <button
      type="button"
      class="text-button"
      aria-pressed={isMarked}
      onClick={() => keep({ favourites: withFavourite(kept.peek(), contractId) })}
    >
      <span aria-hidden="true">{isMarked ? '★' : '☆'}</span> Favourite
    </button>
  );
}
