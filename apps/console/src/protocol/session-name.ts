/** What a session may be called: its name is part of record keys and of links. */
export const SESSION_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** The same for people, after "a name has". */
export const SESSION_NAME_RULE =
  '1 to 64 lower-case letters, digits, dots, hyphens and underscores, and begins with a letter or digit';
