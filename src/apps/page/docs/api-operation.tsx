import { useEffect, useRef } from 'preact/hooks';
import { DataTable } from '../parts/data-table.js';
import { arriveAt } from './arrive.js';
import { Code } from './code.js';
import { forThisServer, serviceUrl } from './here.js';
import { BodyPart, Table } from './field-table.js';
import type { Access, Api, AreaEntry, DocsIndex, Operation } from './model.js';
import { reasonOf, WhyNotTried } from './not-tried.js';
import { Prose } from './prose.js';
import { WithDocs } from './load.js';
import { TryIt } from './try-it.js';

/** The list of all operations, or the operation with the id if one is given. */
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
              <a href="#/docs/api">All HTTP operations</a>
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
      The same for programs: <a href={serviceUrl('/openapi.json').href}>the OpenAPI document, openapi.json</a>
      ; for language models: <a href={serviceUrl('/llms.txt').href}>the interface in plain text, llms.txt</a>.
    </p>
    {areas.map(({ name, title, operations }) => (
      <section key={name}>
        <h2>{title}</h2>
        <ul class="docs-operations">
          {operations.map(({ id, method, path, summary }) => (
            <li key={id}>
              <a href={`#/docs/api/${id}`} aria-label={`${method} ${path}: ${summary.replaceAll('`', '')}`}>
                <code>
                  {method} {path}
                </code>
              </a>
              <span>
                <Prose text={summary} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

const CALLERS: Readonly<Record<Access['kind'], string>> = {
  anyone: 'anyone',
  key: 'with an API key',
  wallet: 'with a message that the wallet signed',
  operator: 'with the session of an operator',
};

const callersOf = (access: readonly Access[]): string =>
  access.map(({ kind, headers }) => CALLERS[kind] + (headers === '' ? '' : ` (${headers})`)).join('; ');

/** One operation: its input and output, its errors, an example, and a form that calls it or the reason why it has none. */
export function ApiOperation({ operation }: { operation: Operation }) {
  const { method, path, summary, rules, access, parameters, body, response, otherResponses, errors, curl } =
    operation;
  const title = useRef<HTMLHeadingElement>(null);
  const reason = reasonOf(operation);
  useEffect(() => arriveAt(title.current!, true), []);
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        <Prose text={summary} />
      </h1>
      <p class="docs-route">
        <code>
          {method} {path}
        </code>
      </p>
      {rules.map((rule) => (
        <p key={rule}>
          <Prose text={rule} />
        </p>
      ))}
      <p>Who may call it: {callersOf(access)}.</p>
      {parameters.length > 0 && (
        <>
          <h2>Parameters</h2>
          <Table of={parameters.map((one) => ({ ...one, path: one.name }))} label="Parameters" place />
        </>
      )}
      {reason === undefined ? <TryIt operation={operation} /> : <WhyNotTried reason={reason} path={path} />}
      {body !== undefined && <BodyPart title="Body" body={body} />}
      <BodyPart title={`Response ${response.status}`} body={response} />
      {otherResponses.map(({ status, about }) => (
        <p key={status}>
          {status}: <Prose text={about} />
        </p>
      ))}
      <h2>Errors</h2>
      <DataTable label="Errors" box="table" columns={['Status', 'Code', 'When', 'Sentence']}>
        {errors.map(({ status, code, cause, sentence }) => (
          <tr key={`${code}${cause}`}>
            <td>{status}</td>
            <td>
              <code>{code}</code>
            </td>
            <td>
              <Prose text={cause} />
            </td>
            <td>{sentence}</td>
          </tr>
        ))}
      </DataTable>
      <h2>In a shell</h2>
      {curl.includes('docs/examples/') && (
        <p>
          These sign as a demo wallet of a devnet, from a checkout of the repository.{' '}
          <a href="#/docs/how-to/sign">How to sign with a wallet of your own</a>.
        </p>
      )}
      <Code text={forThisServer(curl)} label="Commands" />
    </>
  );
}
