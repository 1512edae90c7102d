import { href } from '../route.js';
import { keep, kept } from '../session/kept.js';
import { service } from '../session/service.js';

/** Introduction of a devnet, with three things to try, until the visitor dismisses it. */
export function FirstVisit() {
  // Only a devnet tells of its node.
  const isDevnet = service.value?.stacksApiUrl !== undefined;
  if (!isDevnet || kept.value.isIntroduced === true) return null;
  return (
    <section class="notice first-visit" aria-label="What this is">
      <p>
        A whole exchange on a private chain, with play money and made-up prices from before its first start.
        Take a demo wallet and try <a href={href('swap')}>a swap</a>,{' '}
        <a href={href('swap', [], { kind: 'trail' })}>a stop that follows the price</a>, or{' '}
        <a href={href('portfolio')}>its portfolio</a>.
      </p>
      <button
        type="button"
        class="icon-button"
        aria-label="Do not show this again"
        onClick={() => keep({ isIntroduced: true })}
      >
        <span aria-hidden="true">×</span>
      </button>
    </section>
  );
}
