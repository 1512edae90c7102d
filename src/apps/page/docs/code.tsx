import { withinSentence } from '../../../sdk/words/language.js';
import { CopyButton } from '../parts/copy.js';

/** Code that a keyboard can scroll, with a button that copies it. */
export const Code = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <figure class="code">
    <div class="code-frame">
      <pre tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={withinSentence(label)} />
    </div>
  </figure>
);
