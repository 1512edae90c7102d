import { useEffect } from 'preact/hooks';
import { oneLine } from '../../../sdk/words/names.js';
import { fullTime } from '../../../sdk/words/times.js';
import { followStops, stops } from '../live/sending.js';
import { stopOutlook, stopTitle } from '../../../sdk/words/stops.js';
import { Ago } from '../parts/ago.js';

const MOST = 300;

/** Banner on views of orders while no new swap is sent: the reasons, and since when. */
export function SendingBanner() {
  useEffect(followStops, []);
  return (
    <div class="stack" role="status">
      {stops.value.map(({ reason, message, since, until }) => (
        <div class="sending-banner banner warn" key={reason}>
          <p>
            <strong>{stopTitle(reason)}</strong>
            {message !== undefined && (
              <>
                {' '}
                In the operator’s words: <q dir="auto">{oneLine(message, MOST)}</q>
              </>
            )}
          </p>
          <p class="small">
            {since !== undefined && (
              <>
                Since {fullTime(since)} (<Ago at={since} />
                ).{' '}
              </>
            )}
            {stopOutlook(reason, until)}
          </p>
        </div>
      ))}
    </div>
  );
}
