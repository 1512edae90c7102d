import { exactAmount, grouped, shortAmount } from '../format/amounts.js';
import { oneLine, shortId } from '../format/names.js';
import { tokenOf } from '../live/registry.js';

interface TokenAmountProps {
  readonly units: string;
  readonly contractId: string;
  /** In little room, with the exact amount in the title. */
  readonly isShort?: boolean;
}

/** An amount with its token. Of a token that is not listed, in smallest units. */
export function TokenAmount({ units, contractId, isShort = false }: TokenAmountProps) {
  const token = tokenOf.value.get(contractId);
  if (token === undefined)
    return (
      <span class="token-amount" title={`${grouped(units)} smallest units of ${contractId}`}>
        {grouped(units)} units of {shortId(contractId)}
      </span>
    );
  const exact = exactAmount(units, token.decimals);
  return (
    <span class="token-amount" title={`${exact} ${oneLine(token.symbol, 16)}`}>
      {isShort ? shortAmount(units, token.decimals) : exact} <TokenSymbol contractId={contractId} />
    </span>
  );
}

/** A token's symbol; the short id of one that is not listed. */
export function TokenSymbol({ contractId }: { readonly contractId: string }) {
  const token = tokenOf.value.get(contractId);
  return (
    <bdi title={contractId}>{token === undefined ? shortId(contractId) : oneLine(token.symbol, 16)}</bdi>
  );
}
