import { registry } from '../live/registry.js';
import { href, route } from '../route.js';
import { service } from '../session/service.js';
import { LanguageChoice } from './language.js';
import { ThemeChoice } from './theme.js';
import { WalletButton } from './wallet-button.js';

const PLACES = [
  ['markets', 'Markets'],
  ['swap', 'Swap'],
  ['orders', 'Orders'],
  ['portfolio', 'Portfolio'],
  ['keys', 'Keys'],
  ['docs', 'Docs'],
] as const;

/** Entry of the navigation under which a view without its own entry belongs. */
const PARENTS: Readonly<Record<string, string>> = {
  token: 'markets',
  order: 'orders',
  alerts: 'orders',
  webhooks: 'keys',
};

/** The head of the page: its name, its views, and the wallet. */
export function Head() {
  const { view } = route.value;
  const place = PARENTS[view] ?? view;
  return (
    <header class="head wrap">
      <a class="brand row" href={href('markets')}>
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <path d="M4 11c5-5 7 5 12 0s7 0 12 0M4 21c5-5 7 5 12 0s7 0 12 0" />
        </svg>
        Sluice
      </a>
      <nav class="nav" aria-label="Views">
        {PLACES.map(([name, text]) => (
          <a key={name} href={href(name)} aria-current={place === name ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <NetworkBadge />
      <WalletButton />
    </header>
  );
}

/** The foot of the page: the version, and links for programs. */
export const Foot = () => (
  <footer class="foot wrap">
    <span>Sluice {service.value?.version}</span>
    <a href={href('docs')}>Documents</a>
    <a href={href('operator')}>Operator</a>
    <a href={new URL('openapi.json', service.value?.baseUrl).href}>openapi.json</a>
    <a href={new URL('llms.txt', service.value?.baseUrl).href}>llms.txt</a>
    <ThemeChoice />
    <LanguageChoice />
  </footer>
);

const NETWORKS = {
  devnet: ['Devnet', 'play money'],
  testnet: ['Testnet', 'coins without value'],
} as const;

/** Badge of a network whose tokens are worth nothing. */
function NetworkBadge() {
  const network = registry.value?.network;
  if (network === undefined || network === 'mainnet') return null;
  const [name, about] = NETWORKS[network];
  return <span class="badge warn network">{`${name}: ${about}`}</span>;
}
