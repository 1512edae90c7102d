import { effect } from '@preact/signals';
import { Choice } from '../parts/choice.js';
import { keep, kept } from '../session/kept.js';

const THEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Shows the page in the colours that the visitor chose. Returns a function that ends it. */
export const followTheme = (): (() => void) =>
  effect(() => {
    const { theme } = kept.value;
    if (theme === undefined) delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  });

/** Choice of the page's colours, which the browser keeps. */
export const ThemeChoice = () => (
  <Choice
    label="Colours"
    options={THEMES}
    value={kept.value.theme ?? 'system'}
    onChoose={(theme) => keep({ theme: theme === 'system' ? undefined : theme })}
  />
);
