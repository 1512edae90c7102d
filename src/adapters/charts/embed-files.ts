import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The built page of the chart that other pages embed. */
export interface EmbedFiles {
  readonly page: string;
  /** Content-Security-Policy of the page: any page may embed it, and it calls only this server. */
  readonly policy: string;
  /** The names of its scripts. */
  readonly scripts: ReadonlySet<string>;
  /** Reads one of its scripts. */
  readScript(name: string): Promise<string>;
}

const STYLE = /<style>([\s\S]*?)<\/style>/;

/**
 * Finds the output of `scripts/bundle-embed.mjs`; undefined if it was not built. Scripts are read on request, because most servers
 * start more often than someone embeds a chart; the area keeps what it has sent.
 *
 * @param folder with a trailing slash
 * @example const embed = readEmbedFiles(new URL('../dist/web/embed/', import.meta.url));
 */
export function readEmbedFiles(folder: URL): EmbedFiles | undefined {
  const file = new URL('page.html', folder);
  if (!existsSync(file)) return undefined;
  const page = readFileSync(file, 'utf8');
  const assets = new URL('assets/', folder);
  return {
    page,
    policy: policyOf(page),
    scripts: new Set(readdirSync(assets)),
    readScript: (name) => readFile(new URL(name, assets), 'utf8'),
  };
}

function policyOf(page: string): string {
  const [, style = ''] = STYLE.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');
}
