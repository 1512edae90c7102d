import { useSignal } from '@preact/signals';
import { oneLine } from '../../../sdk/words/names.js';
import { TokenLabel } from './token-label.js';

interface Marked {
  readonly contractId: string;
  readonly symbol: string;
  readonly image?: string | undefined;
}

/** Hosts learn nothing about the visitor but the connection's address, and images must not hold anything up. */
const isSafe = (image: string | undefined): image is string =>
  image !== undefined && (image.startsWith('https://') || image.startsWith('data:image/'));

/** A token's image, or the beginning of its symbol on a colour of its own. Decorative: its name always stands next to it. */
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

/** A token keeps its colour everywhere. */
function hueOf(contractId: string): string {
  let hash = 0;
  for (const character of contractId) hash = (hash * 31 + character.codePointAt(0)!) % 360;
  return String(hash);
}

/** A token's mark, symbol and name. Symbols and names are strangers' texts: shown as one line, in their own direction. */
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
