/** Error when the requested name matches nothing. The program then exits with 3. */
export class NothingFound extends Error {
  override readonly name = 'NothingFound';
}
