import type { Request } from 'express';

/** Languages of the page. The first one is for browsers that want none of them. */
const LANGUAGES = ['en', 'de'];
/** Cookie with the language that the visitor chose on the page. */
const CHOSEN = new RegExp(`(?:^|;)\\s*sluice-language=(${LANGUAGES.join('|')})\\s*(?:;|$)`);

/** Request headers on which the language depends. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie';

/** Names of the documents that suit the request, best first: of the language chosen on the page, or else of the browser's. */
export function documentsFor(req: Request): readonly string[] {
  const chosen = CHOSEN.exec(req.headers.cookie ?? '')?.[1];
  const language = chosen ?? (req.acceptsLanguages(LANGUAGES) || 'en');
  return language === 'en' ? ['index.html'] : [`index.${language}.html`, 'index.html'];
}
