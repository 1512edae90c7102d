import { render } from 'preact';
import { CopyButton } from '../parts/copy.js';
import { forThisServer } from './here.js';

/** Finishes a page's code blocks: this server's address, and copy buttons. Returns a function that removes the buttons. */
export function finishBlocks(page: HTMLElement): () => void {
  const hosts = [...page.querySelectorAll<HTMLElement>('figure.code .code-frame')].map((frame) => {
    const code = frame.querySelector('code')!;
    const text = forThisServer(code.textContent);
    if (text !== code.textContent) code.textContent = text;
    const host = frame.appendChild(document.createElement('span'));
    render(<CopyButton text={text} label="code" />, host);
    return host;
  });
  return () => {
    for (const host of hosts) {
      render(null, host);
      host.remove();
    }
  };
}
