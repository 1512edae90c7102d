import { oneLine, shortId } from './names.js';

/** Label of a token, the same everywhere on the page. */
export interface TokenLabel {
  /** The symbol, which is a stranger’s text: it may have a direction of its own. */
  readonly symbol: string;
  /** Mark that tells the token apart from others with its symbol; empty if none is needed. */
  readonly mark: string;
}

interface Named {
  readonly contractId: string;
  readonly symbol: string;
  readonly type?: string | undefined;
}

/** Label of a token known alone: a subnet copy often has the symbol of its base. */
export const labelOf = ({ symbol, type }: Pick<Named, 'symbol' | 'type'>): TokenLabel => ({
  symbol: oneLine(symbol, 16),
  mark: type === 'SUBNET' ? 'subnet' : '',
});

/** As text: `STX (subnet)`. */
export const labelText = ({ symbol, mark }: TokenLabel): string =>
  mark === '' ? symbol : `${symbol} (${mark})`;

/** Name of a token known alone, as text. */
export const nameOf = (token: Pick<Named, 'symbol' | 'type'>): string => labelText(labelOf(token));

/** The labels of tokens by contract id. Tokens that would still read the same have their contracts’ names too, or their whole ids. */
export function labelsOf(tokens: readonly Named[]): ReadonlyMap<string, TokenLabel> {
  const marks = [
    (token: Named) => labelOf(token).mark,
    (token: Named) => [labelOf(token).mark, contractName(token)].filter(Boolean).join(' '),
    (token: Named) => [labelOf(token).mark, shortId(token.contractId)].filter(Boolean).join(' '),
  ];
  const labels = new Map<string, TokenLabel>();
  let left = tokens;
  for (const mark of marks) {
    const named = left.map((token) => ({ token, label: { ...labelOf(token), mark: mark(token) } }));
    for (const { token, label } of named) labels.set(token.contractId, label);
    const counts = new Map<string, number>();
    for (const { label } of named) counts.set(read(label), (counts.get(read(label)) ?? 0) + 1);
    left = named.filter(({ label }) => counts.get(read(label))! > 1).map(({ token }) => token);
  }
  return labels;
}

/** As people read it. */
const read = (label: TokenLabel): string => labelText(label).toLowerCase();

const contractName = ({ contractId }: Named): string => oneLine(contractId.split('.')[1] ?? contractId, 24);
