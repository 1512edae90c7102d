import type { TokenPrice } from '../../../sdk/client/index.js';
import { Tip } from '../parts/tip.js';
import { marksOf, roundTripOf } from './market-words.js';

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

/** Cost of a round trip, or the reason why it loses nothing. */
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
