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

test('has every picture in the size that pages reserve for it', async () => {
  for (const { name, width, file } of files) {
    const picture = SITE_PICTURES[name]
    const { width: actualWidth, height: actualHeight } = await sharp(path.join(PUBLIC, file)).metadata()
    expect([file, actualWidth, actualHeight]).toEqual([
      file,
      width,
      Math.round((width * picture.height) / picture.width),
    ])
  }
})

test('has no unused pictures and stays below 900 KiB in total', async () => {
  const folder = path.join(PUBLIC, 'pictures/site')
  const storedFiles = await readdir(folder)
  expect(storedFiles.map((file) => `/pictures/site/${file}`).sort()).toEqual(
    files.map(({ file }) => file).sort(),
  )
  const sizes = await Promise.all(storedFiles.map(async (file) => (await stat(path.join(folder, file))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})
