import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { lowestContrast } from '#domain/brand/accent.ts'
import type { Rgb } from '#domain/brand/oklch.ts'
import { AppError } from '#server/platform/errors.ts'
import { openPicture, rejectDamaged } from '#server/platform/pictures/open-picture.ts'
import { FAVICON_EDGE, LOGO_EDGE, LOGO_LIMITS } from '../limits.ts'
import type { NewImage } from '../store/images.ts'
import { cleanSvg, isSvg } from './clean-svg.ts'

/** Contrast with the page below which a part of a logo hardly shows. */
const FAINT_CONTRAST = 1.6
/** Share of a logo that must show, or it needs a tile behind it. */
const MIN_VISIBLE_SHARE = 0.75
const OPAQUE = 128

/**
 * Decodes an uploaded logo and encodes its pixels as PNG; the file itself is never stored.
 *
 * @throws {AppError} unsupported_type, invalid
 */
export async function encodeLogo(file: Buffer): Promise<NewImage> {
  const logo = await decode(file)
  return toImage(
    logo.resize({ width: LOGO_EDGE, height: LOGO_EDGE, fit: 'inside', withoutEnlargement: true }),
  )
}

/** The same for a favicon, which is square. @throws {AppError} unsupported_type, invalid */
export async function encodeFavicon(file: Buffer): Promise<NewImage> {
  const icon = await decode(file)
  return toImage(
    icon.resize({ width: FAVICON_EDGE, height: FAVICON_EDGE, fit: 'contain', background: '#0000' }),
  )
}

/** A decoder of the file's pixels. @throws {AppError} unsupported_type, invalid */
async function decode(file: Buffer): Promise<Sharp> {
  if (isSvg(file)) {
    const { default: sharp } = await import('sharp')
    const { maxPixels, seconds } = LOGO_LIMITS
    return sharp(cleanSvg(file), { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds })
  }
  const { picture, metadata } = await openPicture(file, LOGO_LIMITS).catch((error) => {
    if (error instanceof AppError && error.code === 'unsupported_type') {
      throw new AppError('unsupported_type', 'This is not a PNG, JPEG, WebP, AVIF or SVG picture')
    }
    throw error
  })
  if ((metadata.pages ?? 1) > 1 || isAnimatedPng(file))
    throw new AppError('invalid', 'This picture is animated. Upload a still picture.')
  return picture
}

/** An animated PNG has its control chunk before the first pixels. */
function isAnimatedPng(file: Buffer): boolean {
  if (file[0] !== 0x89) return false
  const control = file.indexOf('acTL')
  const pixels = file.indexOf('IDAT')
  return control > 0 && (pixels < 0 || control < pixels)
}

async function toImage(picture: Sharp): Promise<NewImage> {
  const { data: pixels, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(rejectDamaged(LOGO_LIMITS))
  const { width, height } = info
  const faint = faintThemes(pixels)
  if (!faint) throw new AppError('invalid', 'This picture is empty: all of it is transparent.')
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), width, height, ...faint }
}

/** Themes on whose page most of a picture would hardly show; null for a picture without visible pixels. */
function faintThemes(pixels: Buffer): { faintOnDark: boolean; faintOnLight: boolean } | null {
  let visible = 0
  let seenOnDark = 0
  let seenOnLight = 0
  const contrasts = new Map<number, readonly [dark: boolean, light: boolean]>()
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < OPAQUE) continue
    visible++
    // Rounding to 16 levels a channel bounds the number of contrasts to compute.
    const rgb = [0, 1, 2].map((channel) => ((pixels[at + channel] ?? 0) >> 4) * 17) as unknown as Rgb // three channels
    const key = (rgb[0] << 16) + (rgb[1] << 8) + rgb[2]
    let shows = contrasts.get(key)
    if (!shows) {
      shows = [lowestContrast(rgb, 'dark') >= FAINT_CONTRAST, lowestContrast(rgb, 'light') >= FAINT_CONTRAST]
      contrasts.set(key, shows)
    }
    if (shows[0]) seenOnDark++
    if (shows[1]) seenOnLight++
  }
  if (visible === 0) return null
  return {
    faintOnDark: seenOnDark < visible * MIN_VISIBLE_SHARE,
    faintOnLight: seenOnLight < visible * MIN_VISIBLE_SHARE,
  }
}
