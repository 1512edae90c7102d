import type { ComponentChildren } from 'preact';

interface FactProps {
  readonly name: ComponentChildren;
  /** Value of the fact, which is hidden without one. */
  readonly children: ComponentChildren;
  readonly title?: string;
  readonly class?: string;
}

/** One line of a list of facts; nothing without a value. */
export function Fact({ name, children, ...rest }: FactProps) {
  if (children === undefined || children === null || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd {...rest}>{children}</dd>
    </div>
  );
}
