import { registry, tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { href } from '../route.js';
import { sellersOf, tradedAs } from '../swap/model/sellable.js';

/** Links to buy and to sell the token. What is bought arrives where it can be sold again, if orders can sell it. */
export function Trade({ contractId }: { readonly contractId: string }) {
  const listed = registry.value;
  const token = tokenOf.value.get(contractId);
  if (listed === undefined || token === undefined) return null;
  const bought = tradedAs(token, sellersOf(listed.terms, listed)) ?? token;
  return (
    <p class="wrap">
      <TradeLink verb="Buy" name={nameFor(token)} to={href('swap', [], { buy: bought.contractId })} isFirst />
      <TradeLink verb="Sell" name={nameFor(token)} to={href('swap', [], { sell: contractId })} />
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
