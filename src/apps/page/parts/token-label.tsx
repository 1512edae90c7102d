import { oneLine } from '../../../sdk/words/names.js';
import type { Named } from '../../../sdk/words/token-names.js';
import { labelFor } from '../live/token-names.js';

interface TokenLabelProps {
  readonly token: Named;
  /** Whether the token's contract is named beside the label, which then need not tell apart tokens with the same symbol. */
  readonly isBesideContract?: boolean;
}

/** A token’s symbol and any mark that distinguishes it, written alike everywhere, such as `STX`. */
export function TokenLabel({ token, isBesideContract = false }: TokenLabelProps) {
  const { symbol, mark } = isBesideContract
    ? { symbol: oneLine(token.symbol, 16), mark: '' }
    : labelFor(token);
  return (
    <span class="token-label">
      <bdi>{symbol}</bdi>
      {mark !== '' && <span class="token-distinction"> ({mark})</span>}
    </span>
  );
}
