import { useEffect, useRef } from 'preact/hooks';
import { Code } from './code.js';
import type { Api, AreaEntry, Body, DocsIndex, Facts, Field, Operation, Parameter } from './model.js';
import { WithDocs } from './states.js';
import { isTried, TryIt } from './try-it.js';

/** All operations, or the one with the id. */
export function ApiView({ index, id }: { index: DocsIndex; id: string }) {
  if (id === '') return <Operations areas={index.areas} />;
  return (
    <WithDocs<Api> file="api.json">
      {({ areas }) => {
        const operation = areas.flatMap((area) => area.operations).find((one) => one.id === id);
        return operation === undefined ? (
          <>
            <h1>There is no such operation</h1>
            <p>
              <a href="#/docs/api">All operations</a>
            </p>
          </>
        ) : (
          <ApiOperation key={id} operation={operation} />
        );
      }}
    </WithDocs>
  );
}

const Operations = ({ areas }: { areas: readonly AreaEntry[] }) => (
  <>
    <h1>HTTP operations</h1>
    <p>
      The same for programs: <a href="openapi.json">openapi.json</a>; in plain text:{' '}
      <a href="llms.txt">llms.txt</a>.
    </p>
    {areas.map(({ name, title, operations }) => (
      <section key={name}>
        <h2>{title}</h2>
        <ul class="docs-operations">
          {operations.map(({ id, method, path, summary }) => (
            <li key={id}>
              <a href={`#/docs/api/${id}`}>
                <code>
                  {method} {path}
                </code>
              </a>
              <span>{summary}</span>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

/** One operation: what it takes and returns, its errors, an example, and for GET a form that calls it. */
export function ApiOperation({ operation }: { operation: Operation }) {
  const { method, path, summary, rules, access, parameters, body, response, otherResponses, errors, curl } =
    operation;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {summary}
      </h1>
      <p class="docs-route">
        <code>
          {method} {path}
        </code>
      </p>
      {rules.map((rule) => (
        <p key={rule}>{rule}</p>
      ))}
      <p>Who may call it: {access.join('; or ')}.</p>
      {parameters.length > 0 && (
        <>
          <h2>Parameters</h2>
          <Table of={parameters.map((one) => ({ ...one, path: one.name }))} place />
        </>
      )}
      {isTried(operation) && <TryIt operation={operation} />}
      {body !== undefined && <BodyPart title="Body" body={body} />}
      <BodyPart title={`Response ${response.status}`} body={response} />
      {otherResponses.map(({ status, about }) => (
        <p key={status}>
          {status}: {about}
        </p>
      ))}
      <h2>Errors</h2>
      <div class="table" tabIndex={0} role="region" aria-label="Errors">
        <table>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Code</th>
              <th scope="col">When</th>
              <th scope="col">Sentence</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ status, code, cause, sentence }) => (
              <tr key={`${code}${cause}`}>
                <td>{status}</td>
                <td>
                  <code>{code}</code>
                </td>
                <td>{cause}</td>
                <td>{sentence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>In a shell</h2>
      <Code text={curl} label="Commands" />
    </>
  );
}

const BodyPart = ({ title, body }: { title: string; body: Body }) => (
  <>
    <h2>{title}</h2>
    <p>
      {body.about} <code>{body.mediaType}</code>
    </p>
    {body.fields.length > 0 && <Table of={body.fields} />}
    {body.examples.map(({ name, value }) => (
      <details key={name}>
        <summary>Example{body.examples.length > 1 ? `: ${name}` : ''}</summary>
        <Code text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} label="Example" />
      </details>
    ))}
  </>
);

const Table = ({ of, place = false }: { of: readonly (Field | (Field & Parameter))[]; place?: boolean }) => (
  <div class="table" tabIndex={0} role="region" aria-label={place ? 'Parameters' : 'Fields'}>
    <table>
      <thead>
        <tr>
          <th scope="col">{place ? 'Parameter' : 'Field'}</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {of.map((row) => (
          <tr key={row.path}>
            <td>
              <code>{row.path}</code>
              {'place' in row && <small>{row.place}</small>}
              {row.required === place && <small>{place ? 'required' : 'optional'}</small>}
            </td>
            <td>{row.type}</td>
            <td>{[row.about, ...factsOf(row)].filter((text) => text !== '').join('; ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function factsOf({ unit, default: fallback, minimum, maximum }: Facts): readonly string[] {
  const range =
    minimum !== undefined && maximum !== undefined
      ? [`${minimum} to ${maximum}`]
      : [
          ...(minimum === undefined ? [] : [`at least ${minimum}`]),
          ...(maximum === undefined ? [] : [`at most ${maximum}`]),
        ];
  return [
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...range,
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ];
}
