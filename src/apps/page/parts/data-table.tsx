import type { ComponentChildren } from 'preact';

/** Heading of a column, with the class of its cells if it has one. */
type Column = string | readonly [heading: ComponentChildren, name: string];

interface DataTableProps {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Classes of the box around the table, which scrolls a table wider than itself. */
  readonly box?: string;
  readonly class?: string;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table with headings. It can be scrolled with the keyboard. */
export const DataTable = (props: DataTableProps) => (
  <div class={props.box ?? 'frame table-scroll'} role="group" aria-label={props.label} tabIndex={0}>
    <table class={props.class}>
      <thead>
        <tr>
          {props.columns.map((column, n) => {
            const [heading, name] = typeof column === 'string' ? [column] : column;
            return (
              <th scope="col" key={n} class={name}>
                {heading}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </div>
);
