import { href } from '../route.js';

const TABS = [
  ['keys', 'API keys'],
  ['webhooks', 'Webhooks'],
] as const;

/** Tabs of the wallet: its keys and its webhooks. */
export const Tabs = ({ current }: { readonly current: (typeof TABS)[number][0] }) => (
  <nav class="tabs wrap" aria-label="Keys and webhooks">
    {TABS.map(([name, text]) => (
      <a key={name} href={href(name)} aria-current={name === current ? 'page' : undefined}>
        {text}
      </a>
    ))}
  </nav>
);
