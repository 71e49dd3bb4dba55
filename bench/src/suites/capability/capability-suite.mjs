import { digests } from './digests.mjs';
import { pins } from './pins.mjs';
import { publication } from './publication.mjs';

/** What generations cost: to hold one, to publish one, and to know one by its digest. */
export async function capabilitySuite() {
  return [...(await pins()), ...(await publication()), ...(await digests())];
}
