import type { Found } from './docs-index.js';

interface FoundProps {
  readonly found: readonly Found[];
  readonly onOpen: (route: string) => void;
}

/** Sections that a search found, each with the words around the hit. */
export const FoundList = ({ found, onOpen }: FoundProps) => (
  <ol class="docs-found">
    {found.map(({ title, heading, route, excerpt }) => (
      <li key={route}>
        <a href={route} onClick={() => onOpen(route)}>
          <strong>{heading === '' ? title : heading}</strong>
          {heading !== '' && <small>{title}</small>}
          <span>{excerpt.map(({ text, isHit }, n) => (isHit ? <mark key={n}>{text}</mark> : text))}</span>
        </a>
      </li>
    ))}
  </ol>
);
