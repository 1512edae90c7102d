interface ChecksProps<T extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: readonly T[]) => void;
  /** Whether the options are many and short, and therefore laid out side by side. */
  readonly isMany?: boolean;
}

/** Options of which any number can be chosen. The chosen ones keep the order of the options. */
export function Checks<T extends string>({
  legend,
  options,
  chosen,
  onChoose,
  isMany = false,
}: ChecksProps<T>) {
  const toggle = (value: T) =>
    onChoose(
      options.map(([option]) => option).filter((option) => chosen.includes(option) !== (option === value)),
    );
  return (
    <fieldset class={`checks ${isMany ? 'is-many grid' : ''}`}>
      <legend>{legend}</legend>
      {options.map(([value, words]) => (
        <label class="check" key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
