import { powersOf } from '../markets/safety-words.js';
import { Fact } from '../parts/fact.js';

/** Powers to mint, freeze, take and rename the token, by its contract. */
export function ContractPowers({ safety }: { readonly safety: string | undefined }) {
  const powers = powersOf(safety);
  if (!powers) return null;
  return (
    <section class="card stack">
      <h2>Contract</h2>
      <dl class="facts">
        {powers.map(({ name, who }) => (
          <Fact key={name} name={name}>
            {who}
          </Fact>
        ))}
      </dl>
      <p class="muted small">
        Who can do this, as told from the contract’s source. Code of other contracts is not read.
      </p>
    </section>
  );
}
