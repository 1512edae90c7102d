import { oneLine } from '../../../sdk/words/names.js';
import { TokenLabel } from '../parts/token-label.js';
import { href } from '../route.js';
import type { Desk } from './desk.js';

const MOST = 120;

/** Notes on the two tokens if their deployers name them differently from the registry, as the tokens' own pages show them. */
export function RenamedNotes({ desk }: { readonly desk: Desk }) {
  const { sell, buy } = desk.form.value;
  const renamed = desk.renamed.value;
  return (
    <>
      {[sell, buy].map((token) => {
        const message = token && renamed.get(token.contractId);
        if (token === undefined || message === undefined) return null;
        return (
          <p key={token.contractId} class="renamed-note">
            <strong>
              <TokenLabel token={token} />
            </strong>{' '}
            <span class="badge warn">renamed</span> <bdi>{oneLine(message, MOST)}</bdi>.{' '}
            <a href={href('token', [token.contractId])} target="_blank" rel="noopener">
              Its page<span class="sr-only"> in a new tab</span>
            </a>
          </p>
        );
      })}
    </>
  );
}
