/** The first stop of the keyboard: past the rail and the top bar, into the screen. */
export function SkipLink({ screen }: { screen: HTMLElement | null }) {
  return (
    <button
      type="button"
      onClick={() => screen?.focus()}
      className="fixed top-2 left-2 z-50 h-8 -translate-y-16 rounded-box border border-edge bg-surface px-3 font-medium shadow-float focus:translate-y-0"
    >
      Skip to the screen
    </button>
  );
}
