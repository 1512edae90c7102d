/** A sentence of the description, with words between backticks rendered as code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}</>
);
