import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { noticeStore } from '../navigation/notice.js';

const SHOWN_MS = 2_500;

/** Says for a moment, by eye and by ear, what was done out of sight. */
export function Notice() {
  const { text, number } = useStore(noticeStore);
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (number === 0) return;
    setShown(number);
    const timer = setTimeout(() => setShown(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number]);
  return (
    <div
      role="status"
      aria-label="Notice"
      className="pointer-events-none fixed bottom-4 left-1/2 z-50 -translate-x-1/2"
    >
      {shown === number && number > 0 && (
        <p className="rounded-box border border-edge bg-surface px-3 py-1.5 font-medium shadow-float motion-safe:animate-appear">
          {text}
        </p>
      )}
    </div>
  );
}
