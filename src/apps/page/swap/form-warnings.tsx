import type { Desk } from './desk.js';
import { formWarnings } from './model/form-warnings.js';

/** Warnings that the form may cost the visitor money, above the button that leads on. */
export function FormWarnings({ desk: { form, live } }: { readonly desk: Desk }) {
  return (
    <>
      {formWarnings(form.value, live.value.quote).map((text) => (
        <p class="banner bad" role="alert" key={text.split(':')[0]}>
          {text}
        </p>
      ))}
    </>
  );
}
