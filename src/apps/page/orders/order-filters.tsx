import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { shortId } from '../../../sdk/words/names.js';
import { registry } from '../live/registry.js';
import { balanceText } from '../live/token-names.js';
import { Field } from '../parts/field.js';
import { Select } from '../parts/select.js';
import { href } from '../route.js';
import { offersSort, queryOf, TAB_STATUSES, type OrderFilters } from './order-query.js';
import { SORT_OPTIONS } from './order-sort.js';
import { STATUS_WORDS } from '../../../sdk/words/lifecycle.js';

/** Pause after the last letter before a search begins, ms. */
const PAUSE_MS = 400;

const statusText = (status: OrderFilters['status']) =>
  [status, status === 'all' ? 'Any status' : STATUS_WORDS[status].title] as const;

/** Shows the orders with these filters, replacing the list in the history. */
export function show(filters: OrderFilters): void {
  location.replace(href('orders', [], queryOf(filters)));
}

/** Filters of the list of orders. */
export function FilterFields({ filters }: { readonly filters: OrderFilters }) {
  const tokens = (registry.value?.tokens ?? []).map(
    (token) => [token.contractId, balanceText(token)] as const,
  );
  const isListed = filters.token === '' || tokens.some(([id]) => id === filters.token);
  const unlisted = isListed ? [] : [[filters.token, shortId(filters.token)] as const];
  return (
    <div class="order-filters">
      {TAB_STATUSES[filters.tab].length > 0 && (
        <Select
          label="Status"
          options={TAB_STATUSES[filters.tab].map(statusText)}
          value={filters.status}
          onChoose={(status) => show({ ...filters, status })}
        />
      )}
      <Select
        label="Token"
        options={[['', 'Any token'], ...unlisted, ...tokens]}
        value={filters.token}
        onChoose={(token) => show({ ...filters, token })}
      />
      <Select
        label="Sort"
        options={SORT_OPTIONS.filter(([sort]) => offersSort(filters.tab, sort))}
        value={filters.sort}
        onChoose={(sort) => show({ ...filters, sort })}
      />
      <TextFilter
        label="Plan"
        placeholder="Its whole id"
        value={filters.plan}
        onText={(plan) => show({ ...filters, plan })}
      />
      <TextFilter
        label="Search"
        placeholder="Address, token, handle, txid"
        value={filters.search}
        onText={(search) => show({ ...filters, search })}
      />
    </div>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onText: (text: string) => void;
}

/** A text filter that applies once the visitor pauses typing. */
function TextFilter({ label, value, placeholder = '', onText }: TextFilterProps) {
  const text = useSignal(value);
  useEffect(() => {
    text.value = value;
  }, [value, text]);
  useEffect(() => {
    const wanted = text.value.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => onText(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text.value, value, onText]);
  return (
    <Field
      label={label}
      type="search"
      value={text.value}
      placeholder={placeholder}
      onInput={(input) => (text.value = input)}
    />
  );
}
