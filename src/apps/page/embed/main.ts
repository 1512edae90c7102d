import { ClientError } from '../../../sdk/client/transport/client-error.js';
import { pricesClient } from '../../../sdk/client/market/prices-client.js';
import type { Candle, TokenPrice } from '../../../sdk/client/wire/prices.js';
import { uncached } from '../session/uncached.js';
import type { Kind, PriceChart } from './chart.js';
import { changeText, decimalsOf, priceText, withQuote } from './format.js';
import { readOptions } from './options.js';

/** Candles that the chart shows. */
const CANDLES = 300;
/** Interval (ms) at which prices are recorded. If no event arrives for that long, the server is polled, so that an outage is noticed. */
const LOOK_MS = 300_000;

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
};
const [note, name, price] = [element('note'), element('name'), element('price')];
const [change, kindButton] = [element('change'), element('kind')];

const options = readOptions(new URL(location.href), matchMedia('(prefers-color-scheme: dark)').matches);
const { token, quote, interval, pricesUrl } = options;
document.documentElement.dataset['theme'] = options.theme;

const prices = pricesClient({
  baseUrl: pricesUrl,
  areaUrls: { prices: pricesUrl },
  // Bypasses the browser's cache, whose copy may be a minute older than new prices.
  fetch: uncached,
});

let candles: readonly Candle[] = [];
// Five-minute candles hold a single price each, so they are drawn as a line.
let kind: Kind = interval === '5m' ? 'line' : 'candles';
let chart: Promise<PriceChart> | undefined;

/** Shows a problem: over the whole chart, or below it while the chart shows earlier prices. */
function say(text: string): void {
  note.textContent = text;
  note.hidden = text === '';
  note.classList.toggle('whole', candles.length === 0);
}

function showPrice({ symbol, name: full, usd, sbtc, change: changes }: TokenPrice): void {
  name.textContent = `${symbol}/${quote === 'usd' ? 'USD' : 'sBTC'}`;
  name.title = `${full} (${token})`;
  document.title = `${symbol} price`;
  const now = quote === 'usd' ? usd : sbtc;
  price.textContent = withQuote(priceText(now, decimalsOf(now)), quote);
  const percent = changes['24h'];
  change.textContent =
    percent === null ? '' : `${changeText(percent)} in 24 h${quote === 'usd' ? '' : ', in dollars'}`;
  change.className = percent === null ? '' : percent < 0 ? 'down' : 'up';
}

/** The chart's own script is loaded on first use. */
async function draw(): Promise<void> {
  chart ??= import('./chart.js').then(({ priceChart }) => priceChart(element('chart')));
  (await chart).show(candles, kind);
  kindButton.textContent = kind === 'line' ? 'Candles' : 'Line';
  kindButton.hidden = false;
}

/** Number of the newest update of the note. When several updates overlap, only the newest is shown. */
let newest = 0;

async function refresh(): Promise<void> {
  const own = ++newest;
  try {
    const query = { interval, quote, limit: CANDLES } as const;
    const [current, history] = await Promise.all([prices.get(token), prices.history(token, query)]);
    if (own !== newest) return;
    showPrice(current);
    candles = history;
    if (candles.length > 0) await draw();
    if (own === newest) say(candles.length > 0 ? '' : 'No prices were recorded in this time.');
  } catch (error) {
    if (own === newest) say(sentenceOf(error));
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ClientError)) return 'The chart could not be loaded. Reload the page to try again.';
  if (error.status === 404) return 'This token has no price here.';
  return error.status === undefined ? offline() : `The prices could not be read: ${error.message}`;
}

function offline(): string {
  const earlier = candles.length > 0 ? ' These are the last known prices.' : '';
  return `The server cannot be reached.${earlier} The chart tries again by itself.`;
}

kindButton.addEventListener('click', () => {
  kind = kind === 'line' ? 'candles' : 'line';
  void draw();
});

async function run(): Promise<void> {
  addEventListener('offline', () => {
    newest++;
    say(offline());
  });
  addEventListener('online', () => void refresh());
  setInterval(() => void refresh(), LOOK_MS);
  await refresh();
  for await (const _run of prices.follow({ tokens: [token] })) await refresh();
}

if (options.problem === '') run().catch((error: unknown) => say(sentenceOf(error)));
else say(options.problem);
