/** Nothing has the name that was asked for: the program exits with 3. */
export class NothingFound extends Error {
  override readonly name = 'NothingFound';
}
