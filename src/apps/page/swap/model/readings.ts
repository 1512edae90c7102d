/** Separators of thousands that cannot be a decimal separator: spaces of all widths, and apostrophes. */
const BLANKS = /[\s\u00a0\u2009\u202f'’]/g;
const PLAIN = /^\d*\.?\d*$/;

/** Thousands with one kind of separator, and at most one decimal separator of another kind. */
const grouped = (by: string, decimals: string): RegExp =>
  new RegExp(`^[1-9]\\d{0,2}(?:${by}\\d{3})+(?:${decimals}\\d*)?$`);

const WITH_BLANKS = grouped('_', '[.,]');
const WITH_COMMAS = grouped(',', '\\.');
const WITH_POINTS = grouped('\\.', ',');
const ONE_COMMA = /^\d*,\d*$/;
/** Without a comma, a single point is always a decimal point. */
const ONE_POINT = /^[^.,]*\.[^.,]*$/;

/**
 * Decimal texts that a number may mean, with a point and without separators: `1,000.25` is 1000.25, `1 000` is 1000, and `1,5` is 1.5.
 * `1,000` has two readings, 1000 and 1.000. Empty if the text is no number.
 */
export function readingsOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) return /\d/.test(trimmed) ? [trimmed] : [];
  const marked = trimmed.replace(BLANKS, '_');
  if (marked.includes('_'))
    return WITH_BLANKS.test(marked) ? [marked.replaceAll('_', '').replace(',', '.')] : [];
  const readings = [
    ...(WITH_COMMAS.test(trimmed) ? [trimmed.replaceAll(',', '')] : []),
    ...(WITH_POINTS.test(trimmed) && !ONE_POINT.test(trimmed)
      ? [trimmed.replaceAll('.', '').replace(',', '.')]
      : []),
    ...(ONE_COMMA.test(trimmed) && /\d/.test(trimmed) ? [trimmed.replace(',', '.')] : []),
  ];
  return [...new Set(readings)];
}
