import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import {
  PICTURE_FORMATS,
  PICTURE_THEMES,
  type PictureName,
  pictureFile,
  SITE_PICTURES,
} from '#web/site/parts/site-pictures.ts'

const PUBLIC = path.resolve(import.meta.dirname, '../public')
const FOLDER = path.join(PUBLIC, 'pictures/site')
/** The largest files are for high-density screens. */
const PIXELS = 2
const SIZE = { width: 1440, height: 900 }
/** Margin around a cropped part of the screen, in CSS pixels. */
const MARGIN = 20
const QUALITY = { avif: { quality: 42 }, webp: { quality: 48 } } as const

type Theme = (typeof PICTURE_THEMES)[number]
type Box = { x: number; y: number; width: number; height: number }

/**
 * Empties the folder and takes the screenshots of a contact in both themes as the signed-in person.
 * @param url the list with the contact open
 */
export async function takeContactPictures(page: Page, url: string): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  await withDetailScale(page, async () => {
    await takeScore(page, `${url}&tab=signals`)
    await takeProperty(page, `${url}&tab=property`)
  })
}

async function takeScore(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByText('Score over time').waitFor()
  const panel = page.getByRole('tabpanel')
  for (const theme of PICTURE_THEMES) {
    await applyTheme(page, theme)
    await savePicture(page, 'contacts', theme, { x: 0, y: 0, ...SIZE })
    await savePicture(page, 'explanation', theme, upperPart(await boxOf(panel), 'explanation'))
  }
}

async function takeProperty(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const panel = page.getByRole('tabpanel')
  await panel.getByText('Year built').waitFor()
  for (const theme of PICTURE_THEMES) {
    await applyTheme(page, theme)
    await savePicture(page, 'property', theme, upperPart(await boxOf(panel), 'property'))
  }
}

/** Takes the open dialog with the result of an import. */
export async function takeImportPicture(page: Page): Promise<void> {
  await withDetailScale(page, async () => {
    const dialog = await boxOf(page.getByRole('dialog', { name: 'Import Complete' }))
    for (const theme of PICTURE_THEMES) {
      await applyTheme(page, theme)
      await savePicture(page, 'import-report', theme, addMargin(dialog, 'import-report'))
    }
  })
}

/** Runs with a higher pixel density. */
async function withDetailScale(page: Page, work: () => Promise<void>): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const metrics = { ...SIZE, mobile: false }
  await devTools.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: PIXELS })
  await work()
  await devTools.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 1 })
  await devTools.detach()
}

async function applyTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value
    return document.fonts.ready
  }, theme)
  // Hides what only reacts to the pointer.
  await page.mouse.move(2, 2)
}

async function boxOf(locator: ReturnType<Page['locator']>): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('A part of the screen for the screenshot is not visible')
  return box
}

/** The upper part of a panel, in the picture's aspect ratio. */
function upperPart(panel: Box, name: PictureName): Box {
  const shape = SITE_PICTURES[name]
  const width = panel.width + 2 * MARGIN
  return { x: panel.x - MARGIN, y: panel.y, width, height: (width * shape.height) / shape.width }
}

/** A box with its surroundings, in the picture's aspect ratio. */
function addMargin({ x, y, width, height }: Box, name: PictureName): Box {
  const shape = SITE_PICTURES[name]
  const aspect = shape.width / shape.height
  const outerWidth = Math.max(width + 2 * MARGIN, (height + 2 * MARGIN) * aspect)
  const outerHeight = outerWidth / aspect
  return {
    x: x - (outerWidth - width) / 2,
    y: y - (outerHeight - height) / 2,
    width: outerWidth,
    height: outerHeight,
  }
}

async function savePicture(page: Page, name: PictureName, theme: Theme, clip: Box): Promise<void> {
  const screenshot = await page.screenshot({ clip, animations: 'disabled' })
  const { width, height, widths } = SITE_PICTURES[name]
  for (const each of widths) {
    const resizedImage = sharp(screenshot).resize(each, Math.round((each * height) / width), { fit: 'cover' })
    for (const format of PICTURE_FORMATS) {
      const file = path.join(PUBLIC, pictureFile(name, theme, each, format))
      await resizedImage.clone().toFormat(format, QUALITY[format]).toFile(file)
    }
  }
}
