import type { RehearsalScript } from '@changeover/capability-core';

/** A script that runs can follow, with what a person is told of it. */
export interface Rehearsal {
  readonly name: string;
  readonly title: string;
  readonly prompt: string;
  readonly script: RehearsalScript;
}

/** What a project brings: package folders in the order in which they are meant to be applied, and rehearsals. */
export interface Project {
  readonly packages: readonly string[];
  readonly rehearsals: readonly Rehearsal[];
}

/** The project of a console that was started without one. */
export const NO_PROJECT: Project = { packages: [], rehearsals: [] };
