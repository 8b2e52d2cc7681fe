import { z } from 'zod'
import { operatorEndpoint } from './endpoint.ts'

/** Largest file, in bytes. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** Types of files that can be uploaded. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** An uploaded picture; it can be smaller than the file was. */
const blogPicture = z.object({
  id: z.string(),
  /** Path on this site, for `src`. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})
export type BlogPicture = z.infer<typeof blogPicture>

export const uploadPicture = operatorEndpoint('POST /api/blog/pictures', {
  summary:
    'Upload a picture for posts: JPEG, PNG, WebP or AVIF, recognized by content and stored as WebP without metadata',
  rate: 'heavy',
  duration: 'long',
  maxBodyBytes: MAX_PICTURE_BYTES,
  streamedTypes: PICTURE_TYPES,
  isBodyBuffered: true,
  responses: { 201: blogPicture },
})
