const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * One line of text in which U+FFFD replaces each character that controls a terminal or the direction of writing. Names and reasons
 * come from outside: they must neither move a cursor nor change how a sentence reads.
 *
 * @example printable('paused\u001b[2J'); // 'paused\u{fffd}[2J'
 */
export const printable = (text: string): string => text.replace(CONTROLS, '\u{fffd}');

/** Like {@link printable}, for text of several lines: line breaks are kept. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
