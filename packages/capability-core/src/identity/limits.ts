/** Bounds on identity. All text lengths are UTF-8 bytes. */

/** Local ids, source ids, scope ids, package and component ids, routes. */
export const MAX_IDENTIFIER_BYTES = 256;
/** The name under which a capability is seen by models and people. */
export const MAX_PUBLIC_NAME_BYTES = 256;
/** The version text of a package. */
export const MAX_PACKAGE_VERSION_BYTES = 128;
/** Sources (contributions) of one set. */
export const MAX_SOURCES_PER_SET = 1_024;
/** Capabilities of one set, and of one contribution. */
export const MAX_CAPABILITIES_PER_SET = 4_096;
/** Dependencies that one descriptor may name. */
export const MAX_DEPENDENCIES_PER_CAPABILITY = 128;
/** Dependencies of a whole set, counted once per descriptor that names them. */
export const MAX_DEPENDENCY_EDGES_PER_SET = 32_768;
/** Canonical JSON of a set or a ceiling. */
export const MAX_CANONICAL_BYTES = 16_777_216;
