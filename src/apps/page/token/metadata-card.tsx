import type { Signal } from '@preact/signals';
import { oneLine } from '../../../sdk/words/names.js';
import { useReading } from '../live/reading.js';
import { recordOf } from '../live/token-record.js';
import { Fact } from '../parts/fact.js';
import { Pending } from '../parts/states.js';

const MOST_DESCRIPTION = 2_000;

/** A token whose deployer names it differently from the registry. */
export interface Renamed {
  readonly contractId: string;
  readonly message: string;
}

/** The deployer's record of the token, with anything that may mislead a reader. Every text in it is a stranger's. */
export function MetadataCard({
  contractId,
  renamed,
}: {
  readonly contractId: string;
  /** Set to the finding that the deployer uses another name, shown beside the token's name; undefined if there is none. */
  readonly renamed: Signal<Renamed | undefined>;
}) {
  const { reading, again } = useReading(async (client, signal) => {
    const found = await recordOf(client, contractId, signal);
    const message = found?.renamed;
    renamed.value = message === undefined ? undefined : { contractId, message };
    return found ?? ('none' as const);
  });
  const { value, problem } = reading.value;
  return (
    <section class="card stack token-wide">
      <h2>Metadata</h2>
      {value === undefined ? (
        <Pending what="metadata" rows={1} problem={problem} again={again} />
      ) : value === 'none' ? (
        <p class="muted">The token’s deployer has published none here.</p>
      ) : (
        <>
          <dl class="facts facts-text">
            <Fact name="Name">
              <bdi>{textOf(value.record.name)}</bdi>
            </Fact>
            <Fact name="Description">
              <bdi class="long-text">{textOf(value.record.description, MOST_DESCRIPTION)}</bdi>
            </Fact>
            <Fact name="Image">
              <WebAddress text={value.record.image} />
            </Fact>
            <Fact name="Page">
              <WebAddress text={value.record.external_url} />
            </Fact>
          </dl>
          <h3>Findings</h3>
          {value.findings.length === 0 ? (
            <p class="muted">None: every reader should understand this record.</p>
          ) : (
            <ul class="plain stack">
              {value.findings.map(({ code, field, severity, message }) => (
                <li key={`${code} ${field}`}>
                  <span class={`badge ${severity === 'error' ? 'bad' : 'warn'}`}>{severity}</span>{' '}
                  <code>{oneLine(field)}</code>: <bdi>{oneLine(message, MOST_ADDRESS)}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

/** A field of the record as text. Records are stored as sent, so a field may hold anything. */
const textOf = (field: unknown, most?: number): string =>
  typeof field === 'string' && field !== '' ? oneLine(field, most) : '–';

const MOST_ADDRESS = 120;

/** An address from a stranger. It becomes a link only if it leads to the web. */
function WebAddress({ text }: { readonly text: unknown }) {
  const shown = textOf(text, MOST_ADDRESS);
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text)) return <bdi>{shown}</bdi>;
  return (
    <a href={text} rel="noopener noreferrer nofollow" target="_blank">
      <bdi>{shown}</bdi>
    </a>
  );
}
