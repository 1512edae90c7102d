import { CopyButton } from '../parts/copy.js';
import { Fact } from '../parts/fact.js';
import { signaturesFor, type ToSign } from './model/to-sign.js';
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
          : items.length === 1
            ? 'Your wallet asks twice: for the amount, and for all terms.'
            : `Your wallet asks ${signaturesFor(items.length)} times: for the amount of each order, and once for the terms of all.`}
      </p>
      <details class="foldable">
        <summary>What is signed</summary>
        {items.length === 1 ? (
          <Amount item={first} />
        ) : (
          items.map((item, n) => (
            <details class="foldable" key={item.order.uuid}>
              <summary>For order {n + 1}</summary>
              <Amount item={item} />
            </details>
          ))
        )}
        <Terms items={items} />
      </details>
    </>
  );
}

function Amount({ item: { data } }: { readonly item: ToSign }) {
  return (
    <>
      <h3>The amount: structured data (SIP-018)</h3>
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
    </>
  );
}

function Terms({ items }: { readonly items: readonly ToSign[] }) {
  const raw = rawText(items.length === 1 ? items[0] : items);
  return (
    <>
      <h3>All terms: a text</h3>
      <p>
        <code>{items[0]?.terms}</code>
      </p>
      <p class="muted small">
        {items.length === 1
          ? 'The hash of the order as it is sent'
          : 'A hash over the orders as they are sent'}
        : what is bought, for whom, when, and for how much at least. No one can change these later.
      </p>
      <details>
        <summary>As it is</summary>
        <CopyButton text={raw} label="what is signed" />
        <pre tabIndex={0}>{raw}</pre>
      </details>
    </>
  );
}
