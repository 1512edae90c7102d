import { Field, type FieldProps } from '../parts/field.js';
import type { Desk } from './desk.js';
import type { Form } from './model/form.js';
import { Readings } from './readings.js';
import type { FieldName } from './model/orders.js';

type TextName = { [K in keyof Form]: string extends Form[K] ? K : never }[keyof Form] & FieldName;

interface FormFieldProps extends Omit<FieldProps, 'value' | 'onInput' | 'problem'> {
  readonly desk: Desk;
  readonly name: TextName;
  /** Problem to show while a required field is empty; by default, none is shown. */
  readonly whenEmpty?: string;
}

/** A field of the form, with its problem. It takes a number unless its type says otherwise. */
export const FormField = ({ desk: { form, change, drafted }, name, whenEmpty, ...field }: FormFieldProps) => (
  <div class="stack">
    <Field
      inputMode={field.type === undefined ? 'decimal' : undefined}
      {...field}
      value={form.value[name]}
      onInput={(text) => change({ [name]: text })}
      problem={drafted.value.problems[name] || (drafted.value.problems[name] === '' ? whenEmpty : undefined)}
    />
    <Readings
      text={field.type === undefined ? form.value[name] : ''}
      onChoose={(text) => change({ [name]: text })}
    />
  </div>
);
