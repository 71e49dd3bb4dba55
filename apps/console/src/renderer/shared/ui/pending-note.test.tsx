import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ClockContext } from '../clock/clock.js';
import { PendingNote } from './pending-note.js';

afterEach(cleanup);

it('shows how long an action takes, and says it only once to whoever listens', () => {
  render(
    <ClockContext value={() => 4_000}>
      <PendingNote since={1_000} label="reading" />
    </ClockContext>,
  );
  const note = screen.getByRole('status');
  expect(note.textContent).toBe('reading 3.0 s');
  for (const unsaid of note.querySelectorAll('[aria-hidden]')) unsaid.remove();
  expect(note.textContent?.trim()).toBe('reading');
});
