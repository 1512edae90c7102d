import { useSignal } from '@preact/signals';
import { oneLine } from '../../../sdk/words/names.js';
import { TokenLabel } from './token-label.js';

interface Marked {
  readonly contractId: string;
  readonly symbol: string;
  readonly image?: string | undefined;
}

/** Whether the image is safe to load: the visitor's connection to its host is encrypted, or there is none. */
const isSafe = (image: string | undefined): image is string =>
  image !== undefined && (image.startsWith('https://') || image.startsWith('data:image/'));

/** A token's image, or the beginning of its symbol on the token's colour. Purely decorative: the name is always beside it. */
export function TokenMark({ token, size = 28 }: { readonly token: Marked; readonly size?: number }) {
  const isBroken = useSignal(false);
  const style = { width: `${size}px`, height: `${size}px` };
  if (isSafe(token.image) && !isBroken.value)
    return (
      <img
        class="mark"
        style={style}
        src={token.image}
        alt=""
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        onError={() => (isBroken.value = true)}
      />
    );
  return (
    <span
      class="mark mark-letter"
      style={{ ...style, '--hue': hueOf(token.contractId), fontSize: `${size * 0.4}px` }}
      aria-hidden="true"
    >
      {[...oneLine(token.symbol)].slice(0, 2).join('').toUpperCase()}
    </span>
  );
}

/** Hue of a token's mark, derived from the contract id so that it is the same everywhere. */
function hueOf(contractId: string): string {
  let hash = 0;
  for (const character of contractId) hash = (hash * 31 + character.codePointAt(0)!) % 360;
  return String(hash);
}

/** A token's mark, symbol and name. Both texts are strangers', so each is shown on one line and in its own text direction. */
export const TokenName = ({
  token,
  isBesideContract = false,
}: {
  readonly token: Marked & { readonly name: string; readonly type?: string | undefined };
  readonly isBesideContract?: boolean;
}) => (
  <span class="token-name row">
    <TokenMark token={token} />
    <span class="token-words">
      <span class="token-symbol clip">
        <TokenLabel token={token} isBesideContract={isBesideContract} />
      </span>
      <bdi class="clip muted small">{oneLine(token.name, 40)}</bdi>
    </span>
  </span>
);
