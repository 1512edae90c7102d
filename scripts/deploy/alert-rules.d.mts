export function alertRules(
  runbook: string,
  facts: { readonly repository: { readonly url: string } },
): Promise<{ readonly alerts: string; readonly slo: string }>;
