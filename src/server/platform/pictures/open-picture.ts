import type { Metadata, Sharp } from 'sharp'
import { AppError } from '../errors.ts'

export type PictureLimits = { maxPixels: number; maxEdge: number; seconds: number }

type Format = 'jpeg' | 'png' | 'webp' | 'heif'

/**
 * Opens an uploaded picture for encoding it again, which removes camera metadata, such as the location, and code that a file
 * can carry after or between its pixels. Only the first frame is decoded.
 *
 * @throws {AppError} unsupported_type for any other file, invalid for a damaged or huge picture
 */
export async function openPicture(
  file: Buffer,
  limits: PictureLimits,
): Promise<{ picture: Sharp; metadata: Metadata }> {
  const format = formatOf(file)
  if (!format) {
    throw new AppError('unsupported_type', 'This is not a JPEG, PNG, WebP or AVIF picture')
  }
  // Loaded with the first picture, because few processes need it.
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: limits.maxPixels, failOn: 'error', pages: 1 } as const
  // Checks the header before anything is decoded.
  const metadata = await sharp(file, options).metadata().catch(rejectDamaged(limits))
  if (metadata.format !== format) return rejectDamaged(limits)()
  requireFewPixels(metadata, limits)
  return { picture: sharp(file, options).timeout({ seconds: limits.seconds }).autoOrient(), metadata }
}

/** @throws {AppError} invalid for a picture above the limits */
function requireFewPixels(size: { width: number; height: number }, limits: PictureLimits): void {
  const { width, height } = size
  if (Math.max(width, height) > limits.maxEdge || width * height > limits.maxPixels)
    throw tooLargeError(limits)
}

/** Catch handler for what the decoder throws. @throws {AppError} invalid */
export function rejectDamaged(limits: PictureLimits): (error?: unknown) => never {
  return (error) => {
    if (error instanceof AppError) throw error
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLargeError(limits)
    throw new AppError('invalid', "We can't read this picture. Open it in a photo program and save it again.")
  }
}

/** Runs encodings one at a time, because a large picture takes much memory. */
export function createEncodingQueue() {
  let previous: Promise<unknown> = Promise.resolve()
  return <T>(encode: () => Promise<T>): Promise<T> => {
    const encoding = previous.then(encode)
    previous = encoding.catch(() => {}) // the caller gets the error from `encoding`
    return encoding
  }
}

/** Detects the format by the first bytes, so that other formats never reach the decoder, which also reads SVG and PDF. */
function formatOf(file: Buffer): Format | null {
  const startsWith = (...bytes: number[]) => file.subarray(0, bytes.length).equals(Buffer.from(bytes))
  const text = (from: number, to: number) => file.toString('latin1', from, to)
  if (startsWith(0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'heif'
  return null
}

function tooLargeError({ maxPixels, maxEdge }: PictureLimits): AppError {
  return new AppError(
    'invalid',
    `This picture has too many pixels. The limit is ${maxPixels / 1_000_000} megapixels and ${maxEdge.toLocaleString('en-US')} pixels a side.`,
  )
}
