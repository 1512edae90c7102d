import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { startClock } from './live/clock.js';
import { followPrices } from './live/prices.js';
import type { Problem } from './live/problem.js';
import { followRegistry } from './live/registry.js';
import { Pending } from './parts/states.js';
import { findService, service } from './session/service.js';
import { followArrivals } from './shell/arrival.js';
import { Confirmation } from './shell/confirm.js';
import { Foot, Head } from './shell/head.js';
import { Notices } from './shell/notices.js';
import { followTheme } from './shell/theme.js';
import { OfflineBanner } from './shell/offline-banner.js';
import { followNews } from './telling/follow-news.js';
import { followReturn } from './wallet/known-again.js';
import { CurrentView } from './views.js';

const RETRY_MS = 3_000;

/** The page: its head, the current view, and its notices. */
export function App() {
  const problem = useSignal<Problem | undefined>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const find = () => {
      findService().then(
        () => (problem.value = undefined),
        () => {
          problem.value = {
            message: 'The server cannot be reached.',
            hint: 'Trying again…',
            isOffline: true,
          };
          timer = setTimeout(find, RETRY_MS);
        },
      );
    };
    find();
    const ends = [
      startClock(),
      followPrices(),
      followRegistry(),
      followReturn(),
      followArrivals(),
      followNews(),
      followTheme(),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [problem]);
  return (
    <>
      <a class="skip" href="#main" onClick={toMain}>
        Skip to the content
      </a>
      <Head />
      <OfflineBanner />
      <main class="main" id="main" tabIndex={-1}>
        {service.value !== undefined ? (
          <CurrentView />
        ) : (
          <Pending what="the page" rows={8} problem={problem.value} />
        )}
      </main>
      {service.value !== undefined && <Foot />}
      <Confirmation />
      <Notices />
    </>
  );
}

/** Moves the focus to the main part without following the link, whose target would replace the route in the URL hash. */
function toMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
