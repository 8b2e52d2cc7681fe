/** Path of an uploaded picture. */
export function pictureUrl(id: string): string {
  return `/blog/pictures/${id}.webp`
}

const PICTURE_PATH_PATTERN = /\/blog\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp/g

/** Ids of the uploaded pictures in a post's sanitized HTML, each once. */
export function pictureIdsIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(PICTURE_PATH_PATTERN), ([, id = '']) => id))]
}
