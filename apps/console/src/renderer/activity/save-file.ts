/** How long the browser may take to begin reading a file before its text is let go of. */
const READ_MS = 60_000;

/** True where the page may hand a file to whoever uses it: the application's own window refuses downloads. */
export function canSaveFiles(): boolean {
  return window.changeover === undefined;
}

/** Lets the browser download a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}
