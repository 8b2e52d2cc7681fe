import { createHash } from 'node:crypto'
import type { BlogPicture } from '#contract/blog-pictures.ts'
import { pictureUrl } from '#domain/blog/picture-url.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import type { Caller } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  createEncodingQueue,
  openPicture,
  type PictureLimits,
  rejectDamaged,
} from '#server/platform/pictures/open-picture.ts'
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
  const encodeNext = createEncodingQueue()

  return {
    /** Stores an uploaded file as a picture. @throws {AppError} unsupported_type, invalid, conflict */
    async upload({ actor, requestId }: Caller, file: Buffer): Promise<BlogPicture> {
      if ((await store.countUnused(db)) >= MAX_UNUSED_PICTURES) {
        throw new AppError(
          'conflict',
          `There are ${MAX_UNUSED_PICTURES} pictures that no post contains. They are deleted after a week; try again then.`,
        )
      }
      const picture = await encodeNext(() => encodePicture(file))
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

const LIMITS: PictureLimits = {
  maxPixels: MAX_PICTURE_PIXELS,
  maxEdge: MAX_PICTURE_INPUT_EDGE,
  seconds: PICTURE_SECONDS,
}

/** @throws {AppError} unsupported_type, invalid */
async function encodePicture(file: Buffer): Promise<EncodedPicture> {
  const { picture } = await openPicture(file, LIMITS)
  const { data, info } = await picture
    .resize({ width: MAX_PICTURE_EDGE, height: MAX_PICTURE_EDGE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(rejectDamaged(LIMITS))
  const sha256 = createHash('sha256').update(data).digest('hex')
  return { bytes: data, sha256, width: info.width, height: info.height }
}
