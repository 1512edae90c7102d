import { DataTable } from '../parts/data-table.js';
import { Code } from './code.js';
import type { Body, Facts, Field, Parameter } from './model.js';
import { Prose } from './prose.js';

/** Description of a body, its fields, and examples. */
export const BodyPart = ({ title, body }: { title: string; body: Body }) => (
  <>
    <h2>{title}</h2>
    <p>
      <Prose text={body.about} /> <code>{body.mediaType}</code>
    </p>
    {body.fields.length > 0 && <Table of={body.fields} label={`Fields: ${title}`} />}
    {body.examples.map(({ name, value }) => (
      <details key={name}>
        <summary>Example{body.examples.length > 1 ? `: ${name}` : ''}</summary>
        <Code text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} label="Example" />
      </details>
    ))}
  </>
);

/** Fields or parameters with their types and meanings. */
export const Table = ({
  of,
  label,
  place = false,
}: {
  of: readonly (Field | (Field & Parameter))[];
  label: string;
  place?: boolean;
}) => (
  <DataTable label={label} box="table" columns={[place ? 'Parameter' : 'Field', 'Type', 'Meaning']}>
    {of.map((row) => (
      <tr key={row.path}>
        <td>
          <code>{row.path}</code>
          {'place' in row && <small>{row.place}</small>}
          {row.required === place && <small>{place ? 'required' : 'optional'}</small>}
        </td>
        <td>{row.type}</td>
        <td>
          <Prose text={[row.about, ...factsOf(row)].filter((text) => text !== '').join('; ')} />
        </td>
      </tr>
    ))}
  </DataTable>
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
    ...(unit === undefined ? [] : [unit === 'fraction' ? 'a fraction' : `in ${unit}`]),
    ...range,
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ];
}
