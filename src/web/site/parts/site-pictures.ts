/** Screenshots on public pages, made by `npm run pictures`. Width and height are those of the largest file. */
export const SITE_PICTURES = {
  contacts: { width: 1600, height: 1000, widths: [720, 1200, 1600] },
  explanation: { width: 960, height: 940, widths: [480, 960] },
  'import-report': { width: 960, height: 940, widths: [480, 960] },
  property: { width: 960, height: 940, widths: [480, 960] },
} as const satisfies Record<string, { width: number; height: number; widths: readonly number[] }>

export type PictureName = keyof typeof SITE_PICTURES
export const PICTURE_THEMES = ['dark', 'light'] as const
/** Ordered by preference: a browser takes the first format it supports. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const

type PictureTheme = (typeof PICTURE_THEMES)[number]
type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Path of a picture below `public/`. */
export function pictureFile(
  name: PictureName,
  theme: PictureTheme,
  width: number,
  format: PictureFormat,
): string {
  return `/pictures/site/${name}-${theme}-${width}.${format}`
}
