import type { PlannedRun } from '../../../domain/order/terms/plan.js';
import { defined } from '../../../domain/shared/fields.js';
import { isoTime } from '../database/index.js';

const POSITION_DIGITS = 7;

/** Column `plan_run`: a time or nothing, a space, and a position or nothing. Texts sort as `inTurn` does. */
export const storedRun = ({ validFrom, position }: PlannedRun): string =>
  `${validFrom === undefined ? '' : isoTime(validFrom)} ${position?.toString().padStart(POSITION_DIGITS, '0') ?? ''}`;

export function runFrom(stored: string): PlannedRun {
  const [time = '', position = ''] = stored.split(' ');
  return defined({
    validFrom: time === '' ? undefined : new Date(time),
    position: position === '' ? undefined : Number(position),
  });
}
