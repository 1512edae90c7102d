/** The requested name matches nothing: the program exits with 3. */
export class NothingFound extends Error {
  override readonly name = 'NothingFound';
}
