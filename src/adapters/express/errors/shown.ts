const LONGEST = 80;
/** Half a surrogate pair, a control character, or a line or direction mark. */
const UNPRINTABLE = /[\p{Cs}\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const SECRET = /\b(ck_live|ck_test|os)_[0-9a-f]{8}\w*/g;

/**
 * A caller's text as repeated in an error: at most 80 characters, without characters that change how the rest is displayed, and
 * without API keys and tokens.
 *
 * @example shown('a\nb') // 'a\ufffdb'
 */
export function shown(text: string): string {
  // Cut before the replacements, since a path may be 16 KB.
  const clean = text
    .slice(0, 2 * LONGEST)
    .replace(SECRET, '$1_…')
    .replace(UNPRINTABLE, '\ufffd');
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST - 1)}…` : clean;
}
