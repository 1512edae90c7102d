import { INTERVALS } from '../../../../domain/price-series/candle.js';
import { QUOTES } from '../../../../domain/price-series/price.js';
import { tagOf } from '../../operation/caching.js';
import {
  operation,
  plainText,
  preparedOperation,
  SENT,
  type PreparedParts,
} from '../../operation/operation.js';
import { UNKNOWN_PATH } from '../../schema/outcomes.js';
import { text } from '../../schema/schema.js';
import { HttpError } from '../../errors/problem.js';
import { TOKEN_IN_PATH } from '../read-prices.js';
import type { EmbedFiles } from '../../../charts/embed-files.js';

export interface EmbedParts extends PreparedParts<never> {
  readonly embed: EmbedFiles;
}

export const embedChart = operation({
  id: 'embedChart',
  path: '/embed/{contractId}',
  summary: 'A chart of a token, for an iframe of any page',
  rules: [
    'The page itself reads the token’s price and candles from this server, and shows problems: a token without a price, an unknown interval, an unreachable server.',
    'The chart follows the prices. The drawing library’s notice must stay on it.',
  ],
  params: TOKEN_IN_PATH,
  rawQuery: {
    quote: text(`currency of the prices: ${QUOTES.join(' or ')}`, { default: 'usd' }),
    interval: text(`length of a candle: ${Object.keys(INTERVALS).join(', ')}`, { default: '1h' }),
    theme: text('colours of the chart, light or dark; the reader’s preference when absent'),
  },
  response: {
    description: 'The page.',
    schema: text('HTML'),
    mediaType: 'text/html',
    caching: 'no-cache',
    tagged: true,
  },
  curl: '"$BASE/prices/embed/.stx?quote=usd&interval=1h&theme=dark"',
  handle: ({ embed: { page, policy } }: EmbedParts, { res }) => {
    // Everything else on the server forbids framing by other pages.
    res.removeHeader('X-Frame-Options');
    res.set({ 'Content-Security-Policy': policy, 'Cross-Origin-Resource-Policy': 'cross-origin' });
    res.set('ETag', tagOf(page)).type('html').send(page);
    return SENT;
  },
});

export const embedScript = preparedOperation({
  id: 'embedScript',
  path: '/embed/assets/{file}',
  summary: 'A script of the chart, named in its page',
  params: { file: text('name') },
  response: {
    description: 'The script.',
    schema: text('JavaScript'),
    mediaType: 'text/javascript',
    caching: 'public, max-age=31536000, immutable',
  },
  errors: [UNKNOWN_PATH],
  curl: `"$BASE/prices/embed/$(curl -s "$BASE/prices/embed/.stx" | grep -o 'assets/[^"]*')"`,
  prepare: async ({ embed }: EmbedParts, { params }) => {
    if (!embed.scripts.has(params.file)) throw new HttpError(UNKNOWN_PATH);
    return { text: plainText(await embed.readScript(params.file)), unchanging: true };
  },
});
