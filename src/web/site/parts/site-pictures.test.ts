import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  PICTURE_FORMATS,
  PICTURE_THEMES,
  type PictureName,
  pictureFile,
  SITE_PICTURES,
} from './site-pictures.ts'

const PUBLIC = path.resolve(import.meta.dirname, '../../../../public')
const MAX_BYTES = 900 * 1024

const names = Object.keys(SITE_PICTURES) as PictureName[]
const files = names.flatMap((name) =>
  PICTURE_THEMES.flatMap((theme) =>
    SITE_PICTURES[name].widths.flatMap((width) =>
      PICTURE_FORMATS.map((format) => ({ name, width, file: pictureFile(name, theme, width, format) })),
    ),
  ),
)

test('every picture exists in the size that pages reserve for it', async () => {
  for (const { name, width, file } of files) {
    const shape = SITE_PICTURES[name]
    const { width: w, height: h } = await sharp(path.join(PUBLIC, file)).metadata()
    expect([file, w, h]).toEqual([file, width, Math.round((width * shape.height) / shape.width)])
  }
})

test('no unused pictures exist and the total stays below 900 KiB', async () => {
  const folder = path.join(PUBLIC, 'pictures/site')
  const found = await readdir(folder)
  expect(found.map((file) => `/pictures/site/${file}`).sort()).toEqual(files.map(({ file }) => file).sort())
  const sizes = await Promise.all(found.map(async (file) => (await stat(path.join(folder, file))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})
