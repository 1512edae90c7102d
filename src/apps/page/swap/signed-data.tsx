import { CopyButton } from '../parts/copy.js';
import { Fact } from '../parts/fact.js';
import type { ToSign } from './model/to-sign.js';
import { rawText, signedFields } from './model/signed-words.js';

interface SignedDataProps {
  readonly items: readonly ToSign[];
  readonly isDemo: boolean;
}

/** Exactly what the wallet is asked to sign: each field with its meaning, and the raw data. */
export function SignedData({ items, isDemo }: SignedDataProps) {
  const [first] = items;
  if (first === undefined) return null;
  return (
    <>
      <p class="muted small">
        {isDemo
          ? 'The demo wallet signs without asking.'
          : `Your wallet asks ${items.length * 2} times: for the amount, and for all terms${items.length > 1 ? ', of each order' : ''}.`}
      </p>
      <details class="foldable">
        <summary>What is signed</summary>
        {items.length === 1 ? (
          <Questions item={first} />
        ) : (
          items.map((item, n) => (
            <details class="foldable" key={item.order.uuid}>
              <summary>For order {n + 1}</summary>
              <Questions item={item} />
            </details>
          ))
        )}
      </details>
    </>
  );
}

function Questions({ item: { data, terms, order } }: { readonly item: ToSign }) {
  const raw = rawText({ data, terms, order });
  return (
    <>
      <h3>1. The amount: structured data (SIP-018)</h3>
      <dl class="stack">
        {signedFields(data).map(({ name, value, meaning }) => (
          <Fact
            key={name}
            name={
              <>
                <code>{name}</code> <span class="muted">{meaning}</span>
              </>
            }
          >
            <code>{value}</code>
          </Fact>
        ))}
      </dl>
      <h3>2. All terms: a text</h3>
      <p>
        <code>{terms}</code>
      </p>
      <p class="muted small">
        The hash of the order as it is sent: what is bought, for whom, when, and for how much at least. No one
        can change these later.
      </p>
      <details>
        <summary>As it is</summary>
        <CopyButton text={raw} label="what is signed" />
        <pre tabIndex={0}>{raw}</pre>
      </details>
    </>
  );
}
