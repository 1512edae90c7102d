interface ShownSetting {
  readonly form: { readonly wanted: string };
  readonly about: string;
  readonly byDefault?: unknown;
  readonly onDevnet?: unknown;
  readonly defaultWords?: string;
}

type Groups = Readonly<Record<string, Readonly<Record<string, ShownSetting>>>>;

export function settingsPage(groups: Groups, core: object): string;
export function envExample(groups: Groups): string;
export function plain(markdown: string): string;
