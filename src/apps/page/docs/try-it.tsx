import { useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { Code } from './code.js';
import { exampleHere, serviceUrl } from './here.js';
import type { Operation, Parameter } from './model.js';

/** Characters of a body that are shown. */
const MOST_SHOWN = 20_000;
/** Key of the body field. No parameter has this name. */
const BODY = ' body';

interface Answer {
  readonly line: string;
  readonly body: string;
}

const inAddress = ({ place }: Parameter) => place !== 'header';

/** A form that calls the operation on this server with the reader's input. */
export function TryIt({ operation }: { operation: Operation }) {
  const parameters = operation.parameters.filter(inAddress);
  const [answer, setAnswer] = useState<Answer>();
  const [isBusy, setBusy] = useState(false);
  const send = async (form: HTMLFormElement) => {
    setBusy(true);
    setAnswer(await call(requestOf(operation, parameters, new FormData(form))));
    setBusy(false);
  };
  return (
    <section class="docs-try card stack" aria-labelledby="try-it">
      <h2 id="try-it">Try it here</h2>
      <form
        class="grid"
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
        {operation.tried !== undefined && (
          <label class="docs-try-body">
            <span>Body (JSON)</span>
            <textarea
              class="input"
              name={BODY}
              rows={8}
              spellcheck={false}
              defaultValue={indented(exampleHere(operation.tried))}
            />
          </label>
        )}
        <Button type="submit" tone="primary" disabled={isBusy}>
          {isBusy ? 'Asking…' : 'Send'}
        </Button>
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

function Input({ parameter }: { parameter: Parameter }) {
  const { name, required, values, default: fallback, example } = parameter;
  if (values === undefined)
    return (
      <input
        class="input"
        name={name}
        required={required}
        autocomplete="off"
        spellcheck={false}
        placeholder={fallback === undefined ? '' : String(fallback)}
        defaultValue={example === undefined ? '' : exampleHere(example)}
      />
    );
  return (
    <select class="input" name={name}>
      <option value="">{fallback === undefined ? 'absent' : `absent: ${String(fallback)}`}</option>
      {values.map((value) => (
        <option key={value} value={String(value)} selected={String(value) === example}>
          {String(value)}
        </option>
      ))}
    </select>
  );
}

/** The request to this server, without the parameters that were left empty. */
function requestOf(
  { method, path, tried }: Operation,
  parameters: readonly Parameter[],
  form: FormData,
): Request {
  const valueOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  const address = serviceUrl(filled);
  for (const { name, place } of parameters)
    if (place === 'query' && valueOf(name) !== '') address.searchParams.set(name, valueOf(name));
  const accept = { accept: 'application/json, text/plain' };
  return tried === undefined
    ? new Request(address, { headers: accept })
    : new Request(address, {
        ...{ method, body: valueOf(BODY) },
        headers: { ...accept, 'content-type': 'application/json' },
      });
}

async function call(request: Request): Promise<Answer> {
  const { pathname, search } = new URL(request.url);
  const asked = `${request.method} ${pathname}${search}`;
  try {
    const response = await fetch(request);
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
