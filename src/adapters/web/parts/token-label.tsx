import { labelFor } from '../live/token-names.js';

interface TokenLabelProps {
  readonly token: {
    readonly contractId: string;
    readonly symbol: string;
    readonly type?: string | undefined;
  };
}

/** A token’s symbol with what tells it apart, the same text everywhere: `STX (subnet)`. */
export function TokenLabel({ token }: TokenLabelProps) {
  const { symbol, mark } = labelFor(token);
  return (
    <span class="token-label">
      <bdi>{symbol}</bdi>
      {mark !== '' && <span class="token-distinction"> ({mark})</span>}
    </span>
  );
}
