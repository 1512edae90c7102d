import { LANGUAGE } from '../../../../sdk/words/language.js';

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
/** Without a comma, a single point is a decimal point, except in {@link THOUSANDS} of a German reader. */
const ONE_POINT = /^[^.,]*\.[^.,]*$/;

/** Thousands of a German reader, and a number with three decimals of an English one. */
const THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;

type Language = typeof LANGUAGE;

/**
 * Decimal texts that a number may mean, with a point and without separators: `1,000.25` is 1000.25, `1 000` is 1000, and `1,5` is 1.5.
 * `1,000` has two readings, 1000 and 1.000; on a German page so has `1.000`. Empty if the text is no number.
 */
export function readingsOf(text: string, language: Language = LANGUAGE): readonly string[] {
  const trimmed = text.trim();
  if (language === 'de' && THOUSANDS.test(trimmed)) return [trimmed.replace('.', ''), trimmed];
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

/**
 * Decimal text as the page writes it into a field: `1.5`, in German `1,5`. It has one reading, the same number: three decimals in German
 * get a zero more, since `1,234` might be read as thousands. Other texts stay as they are.
 */
export function fieldText(decimal: string, language: Language = LANGUAGE): string {
  if (language !== 'de' || !PLAIN.test(decimal)) return decimal;
  const text = decimal.replace('.', ',');
  return readingsOf(text, language).length > 1 ? `${text}0` : text;
}

/** Text of a field as addresses and the browser keep it, the same in all languages; empty if only a German page would ask what it means. */
export function keptText(text: string, language: Language = LANGUAGE): string {
  if (language !== 'de') return text;
  const [read = text, other] = readingsOf(text, language);
  if (other === undefined) return read;
  return PLAIN.test(text.trim()) ? '' : text;
}
