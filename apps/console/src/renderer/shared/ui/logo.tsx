/** Two frames that overlap, and the cue mark in the corner of the one in front. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={(size * 20) / 28} viewBox="0 0 28 20" fill="none" aria-hidden="true">
      <rect x="1" y="4.5" width="15" height="12" rx="2.5" className="stroke-muted" strokeWidth="1.6" />
      <rect
        x="9"
        y="2"
        width="17.5"
        height="14.5"
        rx="2.5"
        className="fill-paper stroke-ink"
        strokeWidth="1.7"
      />
      <circle cx="22.6" cy="5.9" r="1.9" className="fill-cue" />
    </svg>
  );
}
