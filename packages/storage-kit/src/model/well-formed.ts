const loneSurrogate = /\p{Surrogate}/u;

/** Whether `text` has an encoding in UTF-8, that is, no half of a surrogate pair stands alone. */
export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}
