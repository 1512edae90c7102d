import { Field, type FieldProps } from '../parts/field.js';
import type { Desk } from './desk.js';
import type { Form } from './model/form.js';
import { Readings } from './readings.js';
import type { FieldName } from './model/fields.js';

type TextName = { [K in keyof Form]: string extends Form[K] ? K : never }[keyof Form] & FieldName;

interface FormFieldProps extends Omit<FieldProps, 'value' | 'onInput' | 'problem'> {
  readonly desk: Desk;
  readonly name: TextName;
  /** Problem to show while a required field is empty; by default, none is shown. */
  readonly whenEmpty?: string;
  /** Text to show in place of what was typed, with what happens when another is typed. */
  readonly text?: string;
  readonly onText?: (text: string) => void;
}

/** A field of the form, with its problem. It takes a number unless its type says otherwise. */
export function FormField({
  desk: { form, change, drafted },
  name,
  whenEmpty,
  text = form.value[name],
  onText = (typed) => change({ [name]: typed }),
  ...field
}: FormFieldProps) {
  const problem = drafted.value.problems[name];
  return (
    <div class="stack">
      <Field
        inputMode={field.type === undefined ? 'decimal' : undefined}
        {...field}
        value={text}
        onInput={onText}
        problem={problem === '' ? whenEmpty : problem}
      />
      {field.type === undefined && <Readings text={text} onChoose={onText} />}
    </div>
  );
}
