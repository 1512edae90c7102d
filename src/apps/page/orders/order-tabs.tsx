import { href } from '../route.js';
import { queryOf, type OrderFilters, type Tab } from './order-query.js';

const TABS = [
  ['open', 'Open'],
  ['history', 'History'],
  ['all', 'All'],
  ['plans', 'Plans'],
] as const satisfies readonly (readonly [Tab, string])[];

interface OrderTabsProps {
  readonly current: Tab | 'alerts';
  /** Filters that the tabs keep. */
  readonly filters?: OrderFilters | undefined;
}

/** Tabs of the orders, kept in the address, and of the alerts. */
export const OrderTabs = ({ current, filters }: OrderTabsProps) => (
  <nav class="tabs wrap" aria-label="Orders and alerts">
    {TABS.map(([tab, text]) => (
      <a
        key={tab}
        href={href(
          'orders',
          [],
          filters === undefined ? { tab } : queryOf({ ...filters, tab, status: 'all' }),
        )}
        aria-current={tab === current ? 'page' : undefined}
      >
        {text}
      </a>
    ))}
    <a href={href('alerts')} aria-current={current === 'alerts' ? 'page' : undefined}>
      Alerts
    </a>
  </nav>
);
