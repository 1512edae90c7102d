import type { ComponentChildren } from 'preact';

interface ChoiceProps<T extends string> {
  /** Label of the choice, for screen readers. */
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A few options side by side, of which exactly one is chosen. */
export const Choice = <T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) => (
  <div class="choice" role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button type="button" key={option} aria-pressed={option === value} onClick={() => onChoose(option)}>
        {text}
      </button>
    ))}
  </div>
);

interface ChoiceFieldProps<T extends string> extends ChoiceProps<T> {
  /** Title of the choice, visible to everyone. */
  readonly title: ComponentChildren;
  readonly hint?: string;
}

/** A choice with its title above and its hint below, as a field has them. */
export const ChoiceField = <T extends string>({ title, hint, ...choice }: ChoiceFieldProps<T>) => (
  <div class="field">
    <span class="field-label">{title}</span>
    <Choice {...choice} />
    {hint !== undefined && <p class="field-hint">{hint}</p>}
  </div>
);
