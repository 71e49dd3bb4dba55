import { CopyButton } from '../../shared/ui/copy-button.js';
import { transcriptMarkdown } from './transcript-markdown.js';
import type { TranscriptSubject } from './transcript-subject.js';

/** Copies the whole transcript, after reading what has not been read yet. */
export function CopyTranscript({ session, id, run, transcript, goesOn }: TranscriptSubject) {
  if (transcript.lines.length === 0) return null;
  const text = async (): Promise<string> => {
    const parts = await transcript.whole();
    if (parts === null) throw new Error('The transcript could not be read to its end');
    return transcriptMarkdown({ session, id, run, parts, isRunning: goesOn });
  };
  return <CopyButton label="Copy as Markdown" text={text} />;
}
