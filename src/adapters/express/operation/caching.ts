import { createHash } from 'node:crypto';
import type { Response } from 'express';

/** The weak ETag of the content, the same for all its encodings. */
export const tagOf = (content: string | Buffer): string =>
  `W/"${createHash('sha1').update(content).digest('base64url')}"`;

/** Whether If-None-Match lists the tag, weak or strong, or is `*`. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  const bare = tag.slice('W/'.length);
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(bare) ?? false;
}

/**
 * Sends JSON with a weak ETag of its content. If only some changes are worth sending again, `essence` is the part that the ETag
 * depends on. Express itself responds 304 when If-None-Match names the tag, weak or strong, or is `*`.
 */
export function sendTagged(res: Response, body: unknown, essence: unknown = body): void {
  const text = JSON.stringify(body);
  const tag = tagOf(essence === body ? text : JSON.stringify(essence));
  res.set('ETag', tag).type('json').send(text);
}
