/** Saves a text as a file on the visitor's device. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Delayed because the browser reads the file only after the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
