const LONGEST = 80;
/** Maximum length of a message about a field, which may list all values that the field takes. */
const LONGEST_MESSAGE = 600;
/** Half a surrogate pair, a control character, or a line or direction mark. */
const UNPRINTABLE = /[\p{Cs}\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const SECRET = /\b(ck_live|ck_test|os)_[0-9a-f]{8}\w*/g;

/**
 * A caller's text as repeated in an error: at most 80 characters, without characters that change how the rest is displayed, and
 * without API keys and tokens.
 *
 * @example shown('a\nb') // 'a\ufffdb'
 */
export const shown = (text: string): string => cut(text, LONGEST);

/** A message about a field, as {@link shown} repeats a text, but up to 600 characters. */
export const shownMessage = (message: string): string => cut(message, LONGEST_MESSAGE);

function cut(text: string, longest: number): string {
  // Cut before the replacements, since a path may be 16 KB.
  const clean = text
    .slice(0, 2 * longest)
    .replace(SECRET, '$1_…')
    .replace(UNPRINTABLE, '\ufffd');
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean;
}
