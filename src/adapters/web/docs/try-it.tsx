import { useState } from 'preact/hooks';
import { Code } from './code.js';
import type { Operation, Parameter } from './model.js';

/** Characters of a body that are shown. */
const MOST_SHOWN = 20_000;

interface Answer {
  readonly line: string;
  readonly body: string;
}

/** Whether the page can call it: a read for anyone, whose response has an end. */
export const isTried = ({ method, access, response }: Operation): boolean =>
  method === 'GET' && access.includes('anyone') && response.mediaType !== 'text/event-stream';

const inAddress = ({ place }: Parameter) => place !== 'header';

/** A form that calls the operation on this very server, with what the reader writes. */
export function TryIt({ operation }: { operation: Operation }) {
  const parameters = operation.parameters.filter(inAddress);
  const [answer, setAnswer] = useState<Answer>();
  const [isBusy, setBusy] = useState(false);
  const send = async (form: HTMLFormElement) => {
    setBusy(true);
    setAnswer(await call(addressOf(operation.path, parameters, new FormData(form))));
    setBusy(false);
  };
  return (
    <section class="docs-try" aria-labelledby="try-it">
      <h2 id="try-it">Try it here</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {parameters.map((parameter) => (
          <label key={parameter.name}>
            <span>
              {parameter.name}
              {parameter.required && ' (required)'}
            </span>
            <Input parameter={parameter} />
          </label>
        ))}
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Asking…' : 'Send'}
        </button>
      </form>
      <div role="status">
        {answer !== undefined && (
          <>
            <p>
              <code>{answer.line}</code>
            </p>
            <Code text={answer.body} label="Response" />
          </>
        )}
      </div>
    </section>
  );
}

function Input({ parameter: { name, required, values, default: fallback } }: { parameter: Parameter }) {
  if (values === undefined)
    return (
      <input
        name={name}
        required={required}
        autocomplete="off"
        spellcheck={false}
        placeholder={fallback === undefined ? '' : String(fallback)}
      />
    );
  return (
    <select name={name}>
      <option value="">{fallback === undefined ? 'absent' : `absent: ${String(fallback)}`}</option>
      {values.map((value) => (
        <option key={value} value={String(value)}>
          {String(value)}
        </option>
      ))}
    </select>
  );
}

/** The address relative to the page; parameters that are left empty are absent. */
function addressOf(path: string, parameters: readonly Parameter[], form: FormData): URL {
  const valueOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  const address = new URL(`.${filled}`, document.baseURI);
  for (const { name, place } of parameters)
    if (place === 'query' && valueOf(name) !== '') address.searchParams.set(name, valueOf(name));
  return address;
}

async function call(address: URL): Promise<Answer> {
  const asked = `GET ${address.pathname}${address.search}`;
  try {
    const response = await fetch(address, { headers: { accept: 'application/json, text/plain' } });
    const text = await response.text();
    const shown = response.headers.get('content-type')?.includes('json') === true ? indented(text) : text;
    const rest = shown.length > MOST_SHOWN ? `\n… ${shown.length - MOST_SHOWN} characters more` : '';
    return { line: `${asked}: ${response.status}`, body: shown.slice(0, MOST_SHOWN) + rest };
  } catch {
    return { line: asked, body: 'The server cannot be reached.' };
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
