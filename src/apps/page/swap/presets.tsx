import { PERCENT } from '../../../sdk/words/language.js';
import { moved } from './model/limit.js';
import { fieldText } from './model/readings.js';

interface PresetsProps {
  readonly label: string;
  /** Price that the presets are compared with; undefined if unknown. */
  readonly current: string | undefined;
  /** Distances from it, percent; 0 is the price itself. */
  readonly steps: readonly number[];
  /** Whether a better price is a lower one. */
  readonly isReversed?: boolean;
  /** Meaning of a preset, in words. */
  readonly title: (step: number) => string;
  readonly onChoose: (price: string) => void;
}

/** Buttons that set a price at a distance from the current one. */
export const Presets = ({ label, current, steps, isReversed = false, title, onChoose }: PresetsProps) => (
  <div class="presets row" role="group" aria-label={label}>
    {steps.map((step) => {
      const percent = isReversed ? -step : step;
      return (
        <button
          type="button"
          key={step}
          class="preset"
          title={title(step)}
          disabled={current === undefined}
          onClick={() => current !== undefined && onChoose(fieldText(moved(current, percent)))}
        >
          {step === 0 ? 'Market' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}${PERCENT}`}
        </button>
      );
    })}
  </div>
);
