import { createHash } from 'node:crypto'
import type { Metadata } from 'sharp'
import type { BlogPicture } from '#contract/blog-pictures.ts'
import { pictureUrl } from '#domain/blog/picture-url.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  MAX_PICTURE_EDGE,
  MAX_PICTURE_INPUT_EDGE,
  MAX_PICTURE_PIXELS,
  MAX_UNUSED_PICTURES,
  PICTURE_SECONDS,
  UNUSED_PICTURE_MS,
} from '../limits.ts'
import * as store from '../store/pictures.ts'

/** Pictures of posts. */
export function deskPictures({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  /** Pictures are encoded one at a time, because a large one takes much memory. */
  let previousEncoding: Promise<unknown> = Promise.resolve()
  const encode = (file: Buffer) => {
    const encoding = previousEncoding.then(() => encodePicture(file))
    previousEncoding = encoding.catch(() => {}) // the caller gets the error from `encoding`
    return encoding
  }

  return {
    /** Stores an uploaded file as a picture. @throws {AppError} unsupported_type, invalid, conflict */
    async upload({ actor, requestId }: Caller, file: Buffer): Promise<BlogPicture> {
      if ((await store.countUnused(db)) >= MAX_UNUSED_PICTURES) {
        throw new AppError(
          'conflict',
          `There are ${MAX_UNUSED_PICTURES} pictures that no post contains. They are deleted after a week; try again then.`,
        )
      }
      const picture = await encode(file)
      return db.transaction(async (tx) => {
        const { id, width, height } = await store.insertPicture(tx, picture, clock.now())
        const details = { bytes: picture.bytes.length }
        await auditPlatform(tx, { actor, action: 'blog-picture.added', subject: id, details, requestId })
        return { id, url: pictureUrl(id), width, height }
      })
    },

    /** A picture as WebP; undefined if there is none. Only operators may see one that is in no public post. */
    find: (id: string) => store.findPicture(db, id, clock.now()),

    /** Deletes pictures that have been in no post for a week. @returns how many */
    removeUnused: (): Promise<number> =>
      db.transaction(async (tx) => {
        const now = clock.now()
        await store.markUnused(tx, now)
        return store.deleteUnused(tx, new Date(now.getTime() - UNUSED_PICTURE_MS))
      }),
  }
}

/** A picture as it is stored and served: WebP. */
type EncodedPicture = { bytes: Buffer; sha256: string; width: number; height: number }

type Format = 'jpeg' | 'png' | 'webp' | 'heif'

/**
 * Decodes a picture and encodes it again, which removes camera metadata, such as the location, and code that a file can
 * carry after or between its pixels.
 *
 * @throws {AppError} unsupported_type for any other file, invalid for a damaged or huge picture
 */
async function encodePicture(file: Buffer): Promise<EncodedPicture> {
  const format = formatOf(file)
  if (!format) {
    throw new AppError('unsupported_type', 'This is not a JPEG, PNG, WebP or AVIF picture')
  }
  // Loaded with the first picture, because few processes need it.
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', pages: 1 } as const
  requireUsable(await sharp(file, options).metadata().catch(rejectDamaged), format)
  const { data, info } = await sharp(file, options)
    .timeout({ seconds: PICTURE_SECONDS })
    .autoOrient()
    .resize({ width: MAX_PICTURE_EDGE, height: MAX_PICTURE_EDGE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(rejectDamaged)
  const sha256 = createHash('sha256').update(data).digest('hex')
  return { bytes: data, sha256, width: info.width, height: info.height }
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

/** Checks the header before anything is decoded. */
function requireUsable({ format, width, height }: Metadata, expected: Format): void {
  if (format !== expected) throw rejectDamaged()
  if (Math.max(width, height) > MAX_PICTURE_INPUT_EDGE || width * height > MAX_PICTURE_PIXELS)
    throw tooLargeError()
}

function tooLargeError(): AppError {
  return new AppError(
    'invalid',
    `This picture has too many pixels. The limit is ${MAX_PICTURE_PIXELS / 1_000_000} megapixels and ${MAX_PICTURE_INPUT_EDGE.toLocaleString('en-US')} pixels a side.`,
  )
}

function rejectDamaged(error?: unknown): never {
  if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLargeError()
  throw new AppError('invalid', "We can't read this picture. Open it in a photo program and save it again.")
}
