import { exactAmount, grouped, shortAmount } from '../../../sdk/words/amounts.js';
import { shortId } from '../../../sdk/words/names.js';
import { tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { TokenLabel } from './token-label.js';

interface TokenAmountProps {
  readonly units: string;
  readonly contractId: string;
  /** Whether the amount is rounded to save space; its title then has the exact amount. */
  readonly isShort?: boolean;
  /** Whether the amount is a lower bound. Rounded down, it still is one, so it is not marked as rounded. */
  readonly isLeast?: boolean;
}

/** An amount with its token, in smallest units if the token is not listed. */
export function TokenAmount({ units, contractId, isShort = false, isLeast = false }: TokenAmountProps) {
  const token = tokenOf.value.get(contractId);
  const bound = isLeast ? '≥ ' : '';
  if (token === undefined)
    return (
      <span class="token-amount" title={`${bound}${grouped(units)} smallest units of ${contractId}`}>
        {bound}
        {grouped(units)} units of {shortId(contractId)}
      </span>
    );
  const exact = exactAmount(units, token.decimals);
  const short = shortAmount(units, token.decimals);
  const shown = isShort ? (isLeast ? short.replace(/^≈ /, '') : short) : exact;
  return (
    <span class="token-amount" title={`${bound}${exact} ${nameFor(token)}`}>
      {bound}
      {shown} <TokenLabel token={token} />
    </span>
  );
}

/** Name of a token on the page; its shortened id if the token is not listed. */
export function TokenSymbol({ contractId }: { readonly contractId: string }) {
  const token = tokenOf.value.get(contractId);
  return (
    <span title={contractId}>{token === undefined ? shortId(contractId) : <TokenLabel token={token} />}</span>
  );
}
