/**
 * Letters and digits of other scripts that look like Latin ones, each row after the Latin character: the part of the confusables of
 * Unicode Technical Standard 39 that symbols of tokens are made of.
 *
 * @see https://www.unicode.org/reports/tr39/
 */
const LOOKS: readonly (readonly [latin: string, others: string])[] = [
  ['A', 'АΑᎪꓮ'],
  ['B', 'ВΒᏴꓐ'],
  ['C', 'СϹᏟꓚ'],
  ['D', 'ᎠꓓԀ'],
  ['E', 'ЕΕᎬꓰ'],
  ['F', 'ϜꓝҒ'],
  ['G', 'ԌᏀꓖ'],
  ['H', 'НΗᎻꓧ'],
  ['J', 'ЈͿᎫꓙ'],
  ['K', 'КΚᏦꓗ'],
  ['L', 'ᏞꓡԼ'],
  ['M', 'МΜᎷꓟϺ'],
  ['N', 'ΝꓠԊ'],
  ['P', 'РΡᏢꓑ'],
  ['Q', 'Ԛ'],
  ['R', 'ᎡꓣᏒ'],
  ['S', 'ЅᏚꓢՏ'],
  ['T', 'ТΤᎢꓔ'],
  ['U', 'Սꓴ'],
  ['V', 'ѴᏙꓦ'],
  ['W', 'ԜᎳꓪ'],
  ['X', 'ХΧꓫ'],
  ['Y', 'ҮΥУꓬ'],
  ['Z', 'ΖᏃꓜ'],
  ['a', 'аα'],
  ['c', 'сϲ'],
  ['d', 'ԁ'],
  ['e', 'еҽ'],
  ['g', 'ցɡ'],
  ['h', 'һհ'],
  ['i', 'іιɩ'],
  ['j', 'јϳ'],
  ['k', 'кκ'],
  ['l', 'I|1ІΙӀǀᛁ'],
  ['n', 'ոп'],
  ['o', '0OоοОΟօՕ'],
  ['p', 'рρ'],
  ['q', 'ԛգ'],
  ['r', 'г'],
  ['s', 'ѕꜱ'],
  ['t', 'т'],
  ['u', 'υսʋ'],
  ['v', 'νѵ'],
  ['w', 'ԝѡ'],
  ['x', 'хχ'],
  ['y', 'уγү'],
  ['z', 'ᴢ'],
];

const LATIN = new Map(
  LOOKS.flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/** Marks on letters, and characters that are not seen. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Looks of a text, the same for texts that readers take for each other, in any case: `ЅТХ` in Cyrillic is `stx`. */
export const skeletonOf = (text: string): string =>
  [...text.normalize('NFKD').replace(UNSEEN, '')]
    .map((character) => LATIN.get(character) ?? character)
    .join('')
    .toLowerCase()
    // Regardless of case, an i is an I, and that looks like an l.
    .replaceAll('i', 'l');
