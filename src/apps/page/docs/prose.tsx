/** A sentence of the description, whose words between backticks are code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}</>
);
