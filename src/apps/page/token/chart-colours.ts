/** The colours of a chart, as the browser resolves them. */
export type ChartColours = Readonly<
  Record<'text' | 'muted' | 'line' | 'accent' | 'good' | 'bad' | 'hollow', string>
>;

const DARK = matchMedia('(prefers-color-scheme: dark)');
const FORCED = matchMedia('(forced-colors: active)');

const OF_PAGE: ChartColours = {
  text: 'var(--text)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  accent: 'var(--accent)',
  good: 'var(--good)',
  bad: 'var(--bad)',
  hollow: 'var(--good)',
};

/** Colours when the system forces its own. There are few, so rising candles are hollow and falling ones filled. */
const OF_SYSTEM: ChartColours = {
  text: 'CanvasText',
  muted: 'CanvasText',
  line: 'GrayText',
  accent: 'LinkText',
  good: 'CanvasText',
  bad: 'LinkText',
  hollow: 'Canvas',
};

/** Colours of the chart in the element. Custom properties and forced colours do not apply to its canvas, so they are read here. */
export function chartColours(element: HTMLElement): ChartColours {
  const probe = element.appendChild(document.createElement('span'));
  probe.style.setProperty('forced-color-adjust', 'none');
  const resolved = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const entries = Object.entries(FORCED.matches ? OF_SYSTEM : OF_PAGE);
  const colours = Object.fromEntries(entries.map(([name, colour]) => [name, resolved(colour)]));
  probe.remove();
  return colours as ChartColours;
}

/** Calls `redraw` whenever the colours change. Returns a function that stops following them. */
export function followColours(redraw: () => void): () => void {
  for (const media of [DARK, FORCED]) media.addEventListener('change', redraw);
  // The visitor may choose other colours than those of the system.
  const chosen = new MutationObserver(redraw);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    chosen.disconnect();
    for (const media of [DARK, FORCED]) media.removeEventListener('change', redraw);
  };
}
