import type { TokenPrice } from '../../../sdk/client/index.js';
import { priceOf } from '../live/prices.js';
import { tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { Tip } from '../parts/tip.js';
import { liquidityOf, marksOf, roundTripOf } from './market-words.js';

/** Marks for what a buyer should know before looking at the price. */
export const Marks = ({ token }: { readonly token: TokenPrice }) => (
  <>
    {marksOf(token).map(({ word, kind, about }) => (
      <Tip key={word} class={`badge ${kind}`} about={about}>
        {word}
      </Tip>
    ))}
  </>
);

/** The marks of a token in sentences. */
export function MarksInWords({ token }: { readonly token: TokenPrice }) {
  const marks = marksOf(token);
  if (marks.length === 0) return null;
  return (
    <ul class="marks plain stack">
      {marks.map(({ word, kind, about }) => (
        <li key={word}>
          <span class={`badge ${kind}`}>{word}</span> {about}
        </li>
      ))}
    </ul>
  );
}

/** Name of the base of a subnet copy; undefined for other tokens. */
export function baseNameOf({ base }: Pick<TokenPrice, 'base'>): string | undefined {
  if (base === undefined) return undefined;
  const token = tokenOf.value.get(base) ?? priceOf.value.get(base);
  return token && nameFor(token);
}

/** Liquidity of the token in pools. */
export function LiquidityOf({ token }: { readonly token: TokenPrice }) {
  const { text, about } = liquidityOf(token, baseNameOf(token));
  if (about === undefined) return <>{text}</>;
  return (
    <Tip class="dotted muted" about={about}>
      {text}
    </Tip>
  );
}

/** Cost of a round trip, or the reason why it gains. */
export function RoundTripCost({ token }: { readonly token: TokenPrice }) {
  const trip = roundTripOf(token);
  if (trip === undefined) return <>–</>;
  if (trip.about === undefined) return <span class={`trip-${trip.kind}`}>{trip.text}</span>;
  return (
    <Tip class={`dotted trip-${trip.kind}`} about={trip.about}>
      {trip.text}
    </Tip>
  );
}
