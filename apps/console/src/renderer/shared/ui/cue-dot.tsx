/** The cue mark: the one ornament, for a cutover and for nothing else. */
export function CueDot() {
  return (
    <span
      aria-hidden
      className="inline-block size-2 shrink-0 rounded-full bg-cue forced-color-adjust-none ring-2 ring-cue/30"
    />
  );
}
