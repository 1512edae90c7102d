import type { OperatorStatus } from '../../../sdk/client/index.js';
import { Fact } from '../parts/fact.js';
import { href } from '../route.js';
import { dueWords } from './operator-words.js';
import { Pill } from './pill.js';
import { LANGUAGE } from '../../../sdk/words/language.js';

/** Number of due orders that are not sent, in total and for each reason. */
export function DueCard({ status }: { readonly status: OperatorStatus }) {
  const { orders, reasons, isComplete } = status.due;
  const count = `${isComplete ? '' : 'more than '}${orders.toLocaleString(LANGUAGE)}`;
  return (
    <section class="card stack">
      <h2>
        Due orders waiting <Pill tone={orders === 0 ? 'good' : 'warn'} words={count} />
      </h2>
      {orders === 0 ? (
        <p>Every order that is due has been sent.</p>
      ) : (
        <ul class="plain stack">
          {reasons.map(({ reason, orders: some }) => (
            <li key={reason}>
              <strong>{some.toLocaleString(LANGUAGE)}</strong>: {dueWords(reason, status)}
            </li>
          ))}
        </ul>
      )}
      <dl class="facts">
        {Object.entries(status.orders).map(([name, some]) => (
          <Fact key={name} name={`Orders ${name}`}>
            <a href={href('orders', [], { who: 'all', status: name })}>{some.toLocaleString(LANGUAGE)}</a>
          </Fact>
        ))}
      </dl>
    </section>
  );
}
