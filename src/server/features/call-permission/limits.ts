/** Largest registry file, in bytes, unpacked: an area code has at most ten million numbers of twelve bytes. */
export const MAX_REGISTRY_BYTES = 256 * 1024 * 1024

/** Area codes in one file; each takes 1.25 MB of memory while it is read. */
export const MAX_AREA_CODES_PER_FILE = 40

/** Registry and area code pairs of an organization: 500 MB. */
export const MAX_REGISTRY_FILES = 400

/** Area codes listed as missing. */
export const MAX_MISSING_SHOWN = 20
