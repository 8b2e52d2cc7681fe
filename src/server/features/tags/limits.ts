/** Maximum number of tags of an organization. Imported labels beyond it are listed in the note of their contact. */
export const MAX_TAGS = 2000
