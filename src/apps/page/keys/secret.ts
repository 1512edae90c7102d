/** A secret that the server reveals only once. */
export interface Secret {
  readonly text: string;
  /** Name of the secret's kind, such as `API key`. */
  readonly label: string;
  /** Advice on the secret, and the consequences of losing it. */
  readonly warning: string;
}
