import { isVisible } from '../live/visible.js';
import { tell, tellProblem } from '../shell/notices.js';
import type { News } from './news.js';

/** Time in which a tab that is seen may take the news, before the tab that heard it tells of it outside the page, ms. */
const TURN_MS = 400;
/** Time for which a tab that has told the news keeps the others from it, ms. */
const HELD_MS = 10_000;
/** Pages below different paths of one host have their own news. */
const NAME = `sluice news ${new URL('.', location.href).pathname}`;

// Absent on addresses without a secure context, and in old browsers: each tab is then on its own.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined;
channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (isVisible()) void tellHere(data);
});

/** Tells the news once: as a notice in the tab that is seen, or else as a notification, in the title of this tab, and as a notice in it. */
export function announce(news: News): void {
  channel?.postMessage(news);
  if (isVisible()) {
    void tellHere(news);
    return;
  }
  setTimeout(() => {
    void claim(news).then((isMine) => {
      if (!isMine) return;
      show(news);
      notify(news);
      entitle(news);
    });
  }, TURN_MS);
}

async function tellHere(news: News): Promise<void> {
  if (await claim(news)) show(news);
}

/** Whether this tab is the first to tell the news. */
function claim({ id }: News): Promise<boolean> {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    void locks.request(`${NAME} ${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise((end) => setTimeout(end, HELD_MS));
    });
  });
}

function show({ isGood, text, id }: News): void {
  if (isGood) tell(text, id);
  else tellProblem({ message: text, isOffline: false }, id);
}

/** Whether the browser may show notifications; undefined if it has none. */
export const permission = (): NotificationPermission | undefined =>
  'Notification' in globalThis ? Notification.permission : undefined;

function notify({ text, to, id }: News): void {
  if (permission() !== 'granted') return;
  try {
    const notification = new Notification('Sluice', { body: text, tag: id });
    notification.addEventListener('click', () => {
      focus();
      location.hash = to;
      notification.close();
    });
  } catch {
    // Browsers of phones show none without a service worker.
  }
}

/** Shows the news in the title of the tab until the visitor comes back. */
function entitle({ text }: News): void {
  const before = document.title;
  const after = `● ${text}`;
  document.title = after;
  const onReturn = () => {
    if (!isVisible()) return;
    document.removeEventListener('visibilitychange', onReturn);
    if (document.title === after) document.title = before;
  };
  document.addEventListener('visibilitychange', onReturn);
}
