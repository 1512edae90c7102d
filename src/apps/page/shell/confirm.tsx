import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ActionForm } from '../parts/action-form.js';
import { Dialog } from '../parts/dialog.js';
import { route } from '../route.js';
import { wallet } from '../session/wallet.js';

interface Question {
  readonly title: string;
  /** Description of the action, with further input if it needs any. */
  readonly message: ComponentChildren;
  /** Text of the button that confirms. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Runs on confirmation, while the dialog stays open. If it fails, the dialog shows the failure and the visitor may try again. */
  readonly run?: () => Promise<unknown>;
}

interface Asked extends Question {
  readonly end: (isConfirmed: boolean) => void;
}

const asked = signal<Asked | undefined>(undefined);

/**
 * Asks the visitor for confirmation. Resolves to whether it was given and the question's `run`, if any, has succeeded.
 *
 * @example if (await confirm({ title: 'Delete the webhook', message, action: 'Delete it', run: remove })) tell('It is deleted.');
 */
export function confirm(question: Question): Promise<boolean> {
  asked.peek()?.end(false);
  return new Promise((resolve) => {
    const mine: Asked = {
      ...question,
      end: (isConfirmed) => {
        if (asked.peek() === mine) asked.value = undefined;
        resolve(isConfirmed);
      },
    };
    asked.value = mine;
  });
}

/** The dialog of `confirm`. It closes when the view or wallet that it was opened for changes. */
export function Confirmation() {
  useSignalEffect(() => {
    void [route.value, wallet.value];
    asked.peek()?.end(false);
  });
  const question = asked.value;
  const leave = () => question?.end(false);
  return (
    <Dialog title={question?.title ?? ''} isOpen={question !== undefined} onClose={leave}>
      {question !== undefined && (
        <ActionForm
          action={question.action}
          isDangerous={question.isDangerous}
          onLeave={leave}
          run={async () => {
            await question.run?.();
            question.end(true);
          }}
        >
          {question.message}
        </ActionForm>
      )}
    </Dialog>
  );
}
