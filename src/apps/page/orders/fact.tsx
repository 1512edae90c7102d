import type { ComponentChildren } from 'preact';

/** One line of a list of facts; nothing if there is no value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
