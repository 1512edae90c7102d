import { useSignal } from '@preact/signals';
import { oneLine } from '../../../sdk/words/names.js';
import { logoTags } from '../live/registry.js';
import { useService } from '../session/service.js';
import { TokenLabel } from './token-label.js';

interface Marked {
  readonly contractId: string;
  readonly symbol: string;
}

/** Address of a token's logo on this server, as sharp as the screen; undefined if the server has none. */
function logoOf({ contractId }: Marked, size: number): string | undefined {
  const tag = logoTags.value.get(contractId);
  if (tag === undefined) return undefined;
  const { areaUrls, baseUrl } = useService();
  const area = areaUrls.metadata ?? new URL('metadata', baseUrl).href;
  const side = size * devicePixelRatio > 64 ? 128 : 64;
  return `${area}/api/v1/metadata/${contractId}/logo?size=${side}&tag=${tag}`;
}

/** A token's logo, or the beginning of its symbol on the token's colour. Purely decorative: the name is always beside it. */
export function TokenMark({ token, size = 28 }: { readonly token: Marked; readonly size?: number }) {
  const broken = useSignal<string | undefined>(undefined);
  const style = { width: `${size}px`, height: `${size}px` };
  const logo = logoOf(token, size);
  if (logo !== undefined && logo !== broken.value)
    return (
      <img
        class="mark"
        style={style}
        src={logo}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => (broken.value = logo)}
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
