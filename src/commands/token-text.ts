import type { Token } from '../domain/market/registry.js';

/**
 * Smallest units as a decimal number of whole tokens with the symbol.
 *
 * @example wholeTokens('1500000', { decimals: 6, symbol: 'STX' }); // 1.5 STX
 */
export function wholeTokens(
  units: bigint | string,
  { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>,
): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${whole}${rest && `.${rest}`} ${symbol}`;
}

/** A token's symbol, which its subnet copy shares. */
export const labelOf = ({ symbol, type }: Partial<Pick<Token, 'type'>> & Pick<Token, 'symbol'>): string =>
  type === 'SUBNET' ? `${symbol} (subnet)` : symbol;
