/** A message with the full stop that it may lack, so that another sentence can follow it. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
