import type { ComponentChildren } from 'preact';

interface FactProps {
  readonly name: ComponentChildren;
  /** Value of the fact. Without one, the fact is not shown. */
  readonly children: ComponentChildren;
  readonly title?: string;
  readonly class?: string;
}

/** One line of a list of facts. Without a value, the line is left out. */
export function Fact({ name, children, ...rest }: FactProps) {
  if (children === undefined || children === null || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd {...rest}>{children}</dd>
    </div>
  );
}
