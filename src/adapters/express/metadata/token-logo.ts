import { IsString } from 'class-validator';
import { LOGO_SIZES, type LogoSize } from '../../../domain/metadata-record/token-logo.js';
import type { Core } from '../../../application/core.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { valueOrThrow } from '../errors/errors.js';
import { namesTag } from '../operation/caching.js';
import { operation, SENT } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { Param, Reads } from '../schema/request-class.js';
import { oneOf, text } from '../schema/schema.js';
import { FETCH_FAILED, TOKEN_IN_PATH, type MetadataParts } from './read-metadata.js';

const CACHING = 'public, max-age=3600, stale-while-revalidate=86400';
const FOREVER = 'public, max-age=31536000, immutable';
const DEFAULT_SIZE: LogoSize = 64;

class LogoQuery {
  @Reads(parseSize, { message: `Invalid size parameter: must be ${LOGO_SIZES.join(' or ')}` })
  @Param(oneOf(LOGO_SIZES.map(String), `side of the square in pixels; ${DEFAULT_SIZE} when absent`), {
    cause: 'size is not one of the stored sizes',
  })
  size?: LogoSize;

  @IsString({ message: 'Invalid tag parameter: must be one text' })
  @Param('logo of the price list: if it is the current one, the response may be kept for a year', {
    cause: 'tag is given more than once',
  })
  tag?: string;
}

function parseSize(raw: string): Result<LogoSize, undefined> {
  const size = LOGO_SIZES.find((each) => String(each) === raw);
  return size === undefined ? err(undefined) : ok(size);
}

export const tokenLogo = operation({
  id: 'tokenLogo',
  path: '/api/v1/metadata/{contractId}/logo',
  summary: 'A picture of a token',
  rules: [
    'The server reads the image that the token’s metadata or the registry names, and draws it again: the response has none of its bytes. An SVG is not read.',
    'Pages of any origin may show it. The price list has logo for tokens with a picture.',
  ],
  params: TOKEN_IN_PATH,
  query: LogoQuery,
  errors: outcomes<ErrorOf<Core['metadata']['logo']>>()(['logo-not-found']),
  failure: FETCH_FAILED,
  response: {
    description: 'The picture, square, with transparent margins if the image is not.',
    mediaType: 'image/png',
    schema: text('the file'),
    caching: CACHING,
    cachingNote: `a picture with its current tag: ${FOREVER}`,
    tagged: true,
  },
  curl: '"$BASE/metadata/api/v1/metadata/.stx/logo?size=128" -o logo.png',
  handle: async ({ metadata }: MetadataParts, { params, query, req, res }) => {
    const { size = DEFAULT_SIZE, tag: known } = query;
    const { png, tag } = valueOrThrow(await metadata.logo(params.contractId, size));
    const etag = `W/"${tag}-${size}"`;
    res.set({
      ETag: etag,
      'Cache-Control': known === tag ? FOREVER : CACHING,
      // Pages show it in an img element, from hosts of their own too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (namesTag(req.headers['if-none-match'], etag)) res.status(304).end();
    else res.type('png').send(Buffer.from(png));
    return SENT;
  },
});
