import { Random } from '../simulation/random.js';
import { play, type Played } from './chaos.js';
import { Faults } from './faults.js';

const CALLS_BETWEEN_KILLS = 50;
const ROLES = ['api', 'api,webhooks', 'executor', 'executor'];

/**
 * Plays a round with kills, pauses, node faults, and a failover in the middle.
 *
 * @param round `seed` decides what clients and faults do.
 */
export const playKills = ({
  seed,
  kills,
}: {
  readonly seed: number;
  readonly kills: number;
}): Promise<Played<Faults>> =>
  play({
    seed,
    processes: ROLES.map((roles) => ({ SLUICE_ROLES: roles })),
    disturb: async ({ postgres, chain, exchanges, recorder }) => {
      const faults = new Faults(chain, exchanges, new Random(seed));
      let isOver = false;
      const troubling = faults.trouble(() => !isOver);
      try {
        for (let n = 0; n < kills; n++) {
          await recorder.untilAnswered(CALLS_BETWEEN_KILLS);
          if (n === Math.floor(kills / 2)) await postgres.failOver();
          await faults.strike(postgres.url);
        }
        await recorder.untilAnswered(CALLS_BETWEEN_KILLS);
      } finally {
        isOver = true;
        await troubling;
      }
      return faults;
    },
  });
