import { createStore } from 'zustand/vanilla';

/** A short word of what an action without a place of its own has done. */
export const noticeStore = createStore<{ readonly text: string; readonly number: number }>(() => ({
  text: '',
  number: 0,
}));

export function notify(text: string): void {
  noticeStore.setState(({ number }) => ({ text, number: number + 1 }));
}
