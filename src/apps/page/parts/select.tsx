import { useId } from 'preact/hooks';

interface SelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A labelled list of options of which one is chosen. */
export function Select<T extends string>({ label, options, value, onChoose }: SelectProps<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-box">
        <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
