import { grouped } from '../../../sdk/words/amounts.js';
import { fieldText, readingsOf } from './model/readings.js';

interface ReadingsProps {
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

/** The readings of a number that has two, to choose from; nothing for other texts. */
export function Readings({ text, onChoose }: ReadingsProps) {
  const readings = readingsOf(text);
  if (readings.length < 2) return null;
  return (
    <p class="readings row small">
      Do you mean
      {readings.map((reading) => (
        <button type="button" class="text-button" key={reading} onClick={() => onChoose(fieldText(reading))}>
          {spoken(reading)}
        </button>
      ))}
    </p>
  );
}

/** A reading without trailing zeros, so that 1,000 and 1.000 look different: `1,000` and `1`. */
const spoken = (reading: string): string =>
  grouped(reading.includes('.') ? reading.replace(/\.?0*$/, '') : reading);
