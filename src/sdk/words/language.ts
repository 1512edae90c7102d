/** Set by the bundler of the page, and nowhere else. */
declare const PAGE_LANGUAGE: 'en' | 'de' | undefined;

/** Language of words, numbers and times: the one that the page is bundled for. The program and the server speak English. */
export const LANGUAGE = typeof PAGE_LANGUAGE === 'undefined' ? 'en' : PAGE_LANGUAGE;

/** Separators of numbers: of decimals, and of thousands. */
export const [POINT, COMMA] = LANGUAGE === 'de' ? ([',', '.'] as const) : (['.', ','] as const);

/** Decimal text with the language's separator of decimals. */
export const spelled = (text: string): string => text.replace('.', POINT);

/** Percent sign after a number: German sets it off by a space that does not break. */
export const PERCENT = LANGUAGE === 'de' ? '\u00a0%' : '%';

/** A title as part of a sentence: in lower case, except in German, whose nouns have capitals. */
export const withinSentence = (title: string): string => (LANGUAGE === 'de' ? title : title.toLowerCase());
