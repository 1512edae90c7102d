import { oneLine, shortId } from './names.js';
import { skeletonOf } from './skeleton.js';

/** Label of a token, the same everywhere on the page. */
export interface TokenLabel {
  /** The symbol. It is a stranger’s text, and may run from right to left. */
  readonly symbol: string;
  /** Mark that tells the token apart from others with the same symbol; empty if none is needed. */
  readonly mark: string;
}

/** The properties of a token from which its name is made. */
export interface Named {
  readonly contractId: string;
  readonly symbol: string;
  readonly type?: string | undefined;
}

/** Label of a token, without regard to others. A subnet copy is marked, because it often has the symbol of its base. */
export const labelOf = ({ symbol, type }: Pick<Named, 'symbol' | 'type'>): TokenLabel => ({
  symbol: oneLine(symbol, 16),
  mark: type === 'SUBNET' ? 'subnet' : '',
});

/** The label as text: `STX (subnet)`. */
export const labelText = ({ symbol, mark }: TokenLabel): string =>
  mark === '' ? symbol : `${symbol} (${mark})`;

/** Name of a token as text, without regard to other tokens. */
export const nameOf = (token: Pick<Named, 'symbol' | 'type'>): string => labelText(labelOf(token));

/** The labels of tokens by contract id. If two would read the same, their contract names or whole ids are added. */
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

/** The label as people tell it apart: by what it looks like. */
const read = (label: TokenLabel): string => skeletonOf(labelText(label));

const contractName = ({ contractId }: Named): string => oneLine(contractId.split('.')[1] ?? contractId, 24);
