import { LANGUAGE } from '../../../sdk/words/language.js';
import { Choice } from '../parts/choice.js';

/** Name of the cookie by which the server chooses the language of the page. */
const COOKIE = 'sluice-language';
const YEAR_S = 31_536_000;

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

/** Choice of the page's language. The page is another file in each of them, so it is loaded again. */
export const LanguageChoice = () => (
  <Choice
    label="Language"
    options={LANGUAGES}
    value={LANGUAGE}
    onChoose={(language) => {
      setCookie(language, YEAR_S);
      location.reload();
    }}
  />
);

/** Forgets the choice: the browser's own languages decide from the next load on. */
export const forgetLanguage = (): void => setCookie('', 0);

/** Whether a choice is kept. */
export const keepsLanguage = (): boolean =>
  document.cookie.split('; ').some((one) => one.startsWith(`${COOKIE}=`));

function setCookie(language: string, seconds: number): void {
  const { pathname } = new URL('.', location.href);
  document.cookie = [`${COOKIE}=${language}`, `path=${pathname}`, `max-age=${seconds}`, 'samesite=lax'].join(
    ';',
  );
}
