import { labelOf } from '../../../sdk/words/token-names.js';
import { labelFor, type Token } from '../live/token-names.js';

interface TokenLabelProps {
  readonly token: Token;
  /** The token's contract is named beside it, so the label does not tell it from tokens of the same symbol. */
  readonly isBesideContract?: boolean;
}

/** A token’s symbol with what tells it apart, the same text everywhere: `STX (subnet)`. */
export function TokenLabel({ token, isBesideContract = false }: TokenLabelProps) {
  const { symbol, mark } = isBesideContract ? labelOf(token) : labelFor(token);
  return (
    <span class="token-label">
      <bdi>{symbol}</bdi>
      {mark !== '' && <span class="token-distinction"> ({mark})</span>}
    </span>
  );
}
