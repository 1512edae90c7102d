import type { Named } from '../../../sdk/words/token-names.js';
import { nameFor } from '../live/token-names.js';
import { registry } from '../live/registry.js';
import { href } from '../route.js';
import { soldFor } from './sold-for.js';

/** Links to buy and to sell the token. Orders sell only subnet copies, so the link for another token sells that token's copy. */
export function Trade({ token }: { readonly token: Named }) {
  const sold = soldFor(token, registry.value?.tokens ?? []);
  return (
    <p class="wrap">
      <TradeLink verb="Buy" name={nameFor(token)} to={href('swap', [], { buy: token.contractId })} isFirst />
      <TradeLink verb="Sell" name={nameFor(sold)} to={href('swap', [], { sell: sold.contractId })} />
    </p>
  );
}

interface LinkProps {
  readonly verb: string;
  readonly name: string;
  readonly to: string;
  readonly isFirst?: boolean;
}

/** Link to a trade. A name too long for the button is cut off with dots; the link's title has the full name. */
const TradeLink = ({ verb, name, to, isFirst = false }: LinkProps) => (
  <a class={`button${isFirst ? ' primary' : ''}`} href={to} title={`${verb} ${name}`}>
    <span class="clip">
      {verb} <bdi>{name}</bdi>
    </span>
  </a>
);
