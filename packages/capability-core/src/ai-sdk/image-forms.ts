import type { ImageBlock } from '../model/content-block.js';

/** How one specification writes an image: in a message, and in a tool result. */
export interface ImageForms<Part, ResultPart> {
  readonly part: (source: ImageBlock['source']) => Part;
  readonly resultPart: (source: ImageBlock['source']) => ResultPart;
}

/** Images as specification V3 writes them. */
export const V3_IMAGES = Object.freeze({
  part: ({ mediaType, data }: ImageBlock['source']) => ({ type: 'file', mediaType, data }) as const,
  resultPart: ({ mediaType, data }: ImageBlock['source']) =>
    ({ type: 'image-data', mediaType, data }) as const,
});

/** Images as specification V4 writes them. */
export const V4_IMAGES = Object.freeze({ part: taggedFile, resultPart: taggedFile });

function taggedFile({ mediaType, data }: ImageBlock['source']) {
  return { type: 'file', mediaType, data: { type: 'data', data } } as const;
}
