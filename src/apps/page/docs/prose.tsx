/** A sentence of the description, with words between backticks rendered as code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <span lang="en">
    {text.split('`').map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}
  </span>
);
