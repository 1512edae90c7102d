/** Saves a text as a file of the visitor's. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has read the file, which it does after the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
