import { CopyButton } from '../parts/copy.js';
import { href } from '../route.js';
import { service } from '../session/service.js';
import { usageOf, type Permission } from './key-words.js';

interface KeyUsageProps {
  readonly apiKey: string;
  readonly permissions: readonly string[];
}

/** Usage of a new key. The documents open beside the page: the key is shown this once. */
export function KeyUsage({ apiKey, permissions }: KeyUsageProps) {
  const { baseUrl, areaUrls } = service.value!;
  const may: Permission = permissions.includes('execute') ? 'execute' : 'cancel';
  const example = usageOf(areaUrls.swap ?? new URL('swap', baseUrl).href, apiKey, may);
  return (
    <div class="stack">
      <p>
        Programs send it in the header <code>x-api-key</code>, as here to {may} an order:
      </p>
      <p class="input secret">
        <code>{example}</code>
        <CopyButton text={example} label="example" />
      </p>
      <p>
        <a href={href('docs', ['reference', 'api-keys'])} target="_blank" rel="noopener">
          API keys in the documents (a new tab)
        </a>
      </p>
    </div>
  );
}
