import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const loadFont = (name: string, file: string, weight: 500 | 700) => ({
  name,
  data: readFileSync(file),
  weight,
})

/** Inter in two weights for drawn pictures; `Inter ext` has the letters beyond Western Europe. */
export const PICTURE_FONTS = [
  loadFont('Inter', require.resolve('@fontsource/inter/files/inter-latin-500-normal.woff'), 500),
  loadFont('Inter', require.resolve('@fontsource/inter/files/inter-latin-700-normal.woff'), 700),
  loadFont('Inter ext', require.resolve('@fontsource/inter/files/inter-latin-ext-500-normal.woff'), 500),
  loadFont('Inter ext', require.resolve('@fontsource/inter/files/inter-latin-ext-700-normal.woff'), 700),
]
export const PICTURE_FONT_FAMILY = 'Inter, Inter ext'

/** CSS of an element in a drawn picture. */
export type PictureStyle = Record<string, string | number>

/** An element that satori lays out. */
export type PictureBox = {
  type: string
  key: null
  props: { style?: PictureStyle; children?: string | PictureBox[]; [attribute: string]: unknown }
}

export function pictureBox(style: PictureStyle, children: string | PictureBox[] = []): PictureBox {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } }
}
