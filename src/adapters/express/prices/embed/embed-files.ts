import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The built page of the chart that other pages embed. */
export interface EmbedFiles {
  readonly page: string;
  /** Its Content-Security-Policy: any page may embed it, and nothing but this server is asked. */
  readonly policy: string;
  /** Its scripts by name. */
  readonly scripts: ReadonlyMap<string, string>;
}

const STYLE = /<style>([\s\S]*?)<\/style>/;

/**
 * Reads what `scripts/bundle-embed.mjs` built; undefined where it was not built.
 *
 * @param folder with a slash at its end
 * @example const embed = readEmbedFiles(new URL('../dist/web/embed/', import.meta.url));
 */
export function readEmbedFiles(folder: URL): EmbedFiles | undefined {
  const file = new URL('page.html', folder);
  if (!existsSync(file)) return undefined;
  const page = readFileSync(file, 'utf8');
  const assets = new URL('assets/', folder);
  const scripts = readdirSync(assets).map(
    (name) => [name, readFileSync(new URL(name, assets), 'utf8')] as const,
  );
  return { page, policy: policyOf(page), scripts: new Map(scripts) };
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
