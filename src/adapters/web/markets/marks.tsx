import type { TokenPrice } from '../../../client/index.js';
import { Tip } from '../parts/tip.js';
import { liquidityOf, marksOf, roundTripOf } from './market-words.js';

/** What a buyer should know before the price. */
export function Marks({ token }: { readonly token: TokenPrice }) {
  return (
    <>
      {marksOf(token).map(({ word, kind, about }) => (
        <Tip key={word} class={`badge ${kind}`} about={about}>
          {word}
        </Tip>
      ))}
    </>
  );
}

/** The same in sentences. */
export function MarksInWords({ token }: { readonly token: TokenPrice }) {
  const marks = marksOf(token);
  if (marks.length === 0) return null;
  return (
    <ul class="marks">
      {marks.map(({ word, kind, about }) => (
        <li key={word}>
          <span class={`badge ${kind}`}>{word}</span> {about}
        </li>
      ))}
    </ul>
  );
}

/** What pools hold of the token. */
export function LiquidityOf({ token }: { readonly token: TokenPrice }) {
  const { text, about } = liquidityOf(token);
  if (about === undefined) return <>{text}</>;
  return (
    <Tip class="plain muted" about={about}>
      {text}
    </Tip>
  );
}

/** What a round trip costs, or why it gains. */
export function RoundTripCost({ token }: { readonly token: TokenPrice }) {
  const trip = roundTripOf(token);
  if (trip === undefined) return <>–</>;
  if (trip.about === undefined) return <span class={`trip-${trip.kind}`}>{trip.text}</span>;
  return (
    <Tip class={`plain trip-${trip.kind}`} about={trip.about}>
      {trip.text}
    </Tip>
  );
}
