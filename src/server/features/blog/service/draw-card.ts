import { readFileSync } from 'node:fs'
import path from 'node:path'
import satori from 'satori'
import sharp from 'sharp'
import type { BlogCategory } from '#contract/blog.ts'
import {
  pictureBox as box,
  PICTURE_FONT_FAMILY,
  PICTURE_FONTS,
  type PictureBox,
  type PictureStyle,
} from '#server/platform/pictures/picture-box.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'

/** Text of a card; without a category it is the card of the site itself. */
export type CardSubject = { title: string; label: BlogCategory | null; brandName: string }

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 76
const DIAL = { size: 340, left: 788, top: 90 }
const MARK_FILE = path.join(PROJECT_ROOT, 'public/favicon.svg')
/** The mark is 200 pixels wide at this density, in dots per inch. */
const MARK_DPI = 72 / 200

// Colors of the dark theme as hex, because satori doesn't read OKLCH.
const PAGE = '#0c0e12'
const LINE = '#262a31'
const TEXT = '#f2f4f7'
const MUTED = '#a3a8b1'
const SITE_HUE = '#55bdf5'
const HUES: Readonly<Record<BlogCategory, string>> = {
  'Real Estate Marketing': '#fe8e98',
  'Real Estate Data': '#3ed0c8',
  'Lead Generation': '#76dcff',
  '9D Framework': '#ae8ee6',
  'Market Analysis': '#ffb983',
}

/** Draws a card of 1200 by 630 pixels, PNG: label and title on the left, the dial on the right, the brand below. */
export async function drawCard({ title, label, brandName }: CardSubject): Promise<Buffer> {
  const hue = label ? HUES[label] : SITE_HUE
  const svg = await satori(layOutCard(hue, title, label, brandName), {
    width: WIDTH,
    height: HEIGHT,
    fonts: PICTURE_FONTS,
  })
  return sharp(Buffer.from(svg))
    .composite([
      { input: await drawMark(DIAL.size), left: DIAL.left, top: DIAL.top },
      { input: await drawMark(52), left: MARGIN, top: HEIGHT - MARGIN + 8 - 52 },
    ])
    .png({ palette: true, quality: 90 })
    .toBuffer()
}

function drawMark(size: number): Promise<Buffer> {
  return sharp(readFileSync(MARK_FILE), { density: size * MARK_DPI })
    .resize(size, size)
    .png()
    .toBuffer()
}

function layOutCard(hue: string, title: string, label: string | null, brandName: string): PictureBox {
  const page = { width: '100%', height: '100%', fontFamily: PICTURE_FONT_FAMILY, fontWeight: 500 }
  const textArea = {
    flexDirection: 'column',
    justifyContent: 'center',
    left: MARGIN,
    top: 60,
    width: 690,
    height: 400,
  }
  const footer = { position: 'absolute', bottom: MARGIN - 8, height: 52, alignItems: 'center' }
  return box({ ...page, backgroundColor: PAGE, color: TEXT }, [
    box({ position: 'absolute', left: 0, top: 0, width: 14, height: HEIGHT, backgroundColor: hue }),
    box({ position: 'absolute', left: MARGIN, right: MARGIN, bottom: 148, height: 2, backgroundColor: LINE }),
    box({ position: 'absolute', ...textArea }, [
      ...(label ? [box({ fontSize: 32, color: hue, marginBottom: 20 }, label)] : []),
      box(
        {
          display: 'block',
          lineClamp: 5,
          wordBreak: 'break-word',
          fontWeight: 700,
          lineHeight: 1.15,
          ...titleSize(title),
        },
        title,
      ),
    ]),
    box({ ...footer, left: MARGIN + 72, fontSize: 34, fontWeight: 700 }, brandName),
    box({ ...footer, right: MARGIN, fontSize: 30, color: MUTED }, label ? 'Blog' : ''),
  ])
}

/** Font size of a title: smaller for long ones, so that they fit on the card. */
function titleSize({ length }: string): PictureStyle {
  if (length <= 50) return { fontSize: 72, letterSpacing: -2 }
  return length <= 75 ? { fontSize: 62, letterSpacing: -1.5 } : { fontSize: 50, letterSpacing: -1 }
}
