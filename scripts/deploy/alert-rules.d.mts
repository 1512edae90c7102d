export function alertRules(
  runbook: string,
  facts: { readonly repository: { readonly url: string } },
): Promise<string>;
