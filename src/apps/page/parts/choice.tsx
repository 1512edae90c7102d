interface ChoiceProps<T extends string> {
  /** Label of the choice, for screen readers. */
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A few options of which one is chosen, side by side. */
export function Choice<T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button type="button" key={option} aria-pressed={option === value} onClick={() => onChoose(option)}>
          {text}
        </button>
      ))}
    </div>
  );
}
