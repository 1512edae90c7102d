/** Code that a keyboard can scroll. */
export const Code = ({ text, label }: { text: string; label: string }) => (
  <figure class="code">
    <pre tabIndex={0} aria-label={label}>
      <code>{text}</code>
    </pre>
  </figure>
);
