/** A secret that the server tells this one time. */
export interface Secret {
  readonly text: string;
  /** What it is, such as `API key`. */
  readonly label: string;
  /** What to do with it, and what happens when it is lost. */
  readonly warning: string;
}
