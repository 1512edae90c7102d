const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * One line of text in which U+FFFD replaces each character that controls a terminal or the direction of writing. Names and
 * reasons come from elsewhere: none may move a cursor, or make a sentence read as a different one.
 *
 * @example printable('paused\u001b[2J'); // 'paused\u{fffd}[2J'
 */
export const printable = (text: string): string => text.replace(CONTROLS, '\u{fffd}');

/** {@link printable} for text of several lines, which are kept. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
