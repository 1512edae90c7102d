import { createHash } from 'node:crypto';
import type { Response } from 'express';

/**
 * Sends JSON under a weak ETag of its content. Express answers 304 by itself where If-None-Match names the tag, a weak
 * form of it, or `*`.
 */
export function sendTagged(res: Response, body: object): void {
  const text = JSON.stringify(body);
  const digest = createHash('sha1').update(text).digest('base64url');
  res.set('ETag', `W/"${digest}"`).type('json').send(text);
}
