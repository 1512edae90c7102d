import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Unit of the value, shown after the field. */
  readonly unit?: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** Problem with the value; undefined if none. */
  readonly problem?: string | undefined;
  readonly type?: 'text' | 'datetime-local' | 'search' | 'url';
  readonly inputMode?: 'decimal' | 'numeric' | undefined;
  readonly placeholder?: string;
}

/** A labelled field with its unit, hint and problem. */
export function Field({
  label,
  value,
  onInput,
  unit,
  hint,
  problem,
  type = 'text',
  inputMode,
  placeholder,
}: FieldProps) {
  const id = useId();
  // Preact's types require further attributes for each input type. This field uses none of them.
  const kind = { type } as { readonly type: 'text' };
  const words = `${id}-words`;
  const hasWords = hint !== undefined || problem !== undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={`field-box ${problem === undefined ? '' : 'is-wrong'}`}>
        <input
          id={id}
          {...kind}
          value={value}
          inputmode={inputMode}
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={hasWords ? words : undefined}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
        {unit !== undefined && <span class="field-unit">{unit}</span>}
      </div>
      {hasWords && (
        <p id={words} class={`field-hint ${problem === undefined ? '' : 'is-bad'}`}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
