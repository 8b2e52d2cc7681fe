import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlogPicture } from '#contract/blog-pictures.ts'
import { type Desk, deskPostOf, MINUTE_MS, openDesk } from '#test/workspaces/blog-desk.ts'

const DAY_MS = 24 * 60 * MINUTE_MS
const SCRIPT = '<script>alert(1)</script>'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.clear()
  await desk.app.owner.run('delete from blog_pictures')
})

const plainImage = (width = 60, height = 40, color = '#c33') =>
  sharp({ create: { width, height, channels: 3, background: color } })
const upload = (file: Buffer | string, type = 'image/png') =>
  desk.operator.request('POST', '/api/blog/pictures', file, { 'content-type': type })
const uploadPicture = async (file?: Buffer) =>
  (await upload(file ?? (await plainImage().png().toBuffer()))).json as BlogPicture
const listPictures = () =>
  desk.app.owner.rows<{ id: string; unusedSince: string | null }>(
    'select id, unused_since from blog_pictures order by created_at',
  )
const getPublic = (url: string) => desk.app.visitor('GET', url)

/** Adds a post with this HTML and changes its status step by step. */
async function addPost(content: string, ...statuses: string[]) {
  const { id } = deskPostOf(
    await desk.post('/api/blog/posts', { title: 'A post', category: 'Lead Generation' }),
  )
  await desk.patch(`/api/blog/posts/${id}`, { content })
  for (const status of statuses) await desk.patch(`/api/blog/posts/${id}`, { status })
  return id
}

/** A PNG with any size in its header and without pixels. */
function pngWithSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc(64))],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunks.map(([name, data]) => encodeChunk(name, data)),
  ])
}

function encodeChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

describe('uploading a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('converts %s to WebP', async (format) => {
    const response = await upload(await plainImage().toFormat(format).toBuffer(), `image/${format}`)
    expect(response.status).toBe(201)
    const { id, url, width, height } = response.json as BlogPicture
    expect({ url, width, height }).toEqual({ url: `/blog/pictures/${id}.webp`, width: 60, height: 40 })
    const { bytes, headers } = await desk.get(url)
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('scales large pictures down, turns them upright and removes camera data', async () => {
    const exif = { IFD0: { Copyright: 'Somebody', Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const photo = await plainImage(4000, 3000)
      .withMetadata({ orientation: 6 })
      .withExif(exif)
      .jpeg()
      .toBuffer()
    const { url, width, height } = await uploadPicture(photo)
    expect({ width, height }).toEqual({ width: 1200, height: 1600 })
    const metadata = await sharp((await desk.get(url)).bytes).metadata()
    expect([metadata.exif, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined])
  })

  test('stores equal pictures once', async () => {
    const picture = await uploadPicture()
    expect(await uploadPicture()).toEqual(picture)
    expect(await listPictures()).toHaveLength(1)
  })

  test.each([
    ['text', `<html>${SCRIPT}</html>`],
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a PDF', '%PDF-1.4'],
    ['nothing', Buffer.alloc(0)],
  ])('rejects %s with the type of a picture', async (_, file) => {
    expect(await upload(file)).toMatchObject({ status: 415, json: { code: 'unsupported_type' } })
    expect(await listPictures()).toEqual([])
  })

  test.each(['image/svg+xml', 'text/html', 'application/json', 'image/gif'])('rejects %s', async (type) => {
    expect((await upload(await plainImage().png().toBuffer(), type)).status).toBe(415)
  })

  test.each([
    [
      'only begins like a PNG',
      async () => Buffer.concat([pngWithSize(10, 10).subarray(0, 20), Buffer.from(SCRIPT)]),
    ],
    ['only begins like a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46])],
    ['is cut off', async () => (await plainImage(500, 500).png().toBuffer()).subarray(0, 400)],
    ['has no pixels', async () => pngWithSize(200, 200)],
  ])('rejects a file that %s', async (_, file) => {
    expect(await upload(await file())).toMatchObject({ status: 400, json: { code: 'invalid' } })
    expect(await listPictures()).toEqual([])
  })

  test.each([
    [60_000, 60_000],
    [2_000_000_000, 1],
    [1, 30_000],
    [9000, 9000],
  ])('rejects a header of %i by %i pixels before it decodes anything', async (width, height) => {
    const response = await upload(pngWithSize(width, height))
    expect(response).toMatchObject({ status: 400, json: { code: 'invalid' } })
    expect(response.text).toContain(width > 1_000_000 ? 'picture' : 'too many pixels')
  })

  test('rejects a file above 10 MB', async () => {
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test("doesn't store code inside or after a picture", async () => {
    const exif = { IFD0: { ImageDescription: SCRIPT, Copyright: SCRIPT } }
    const file = Buffer.concat([await plainImage().withExif(exif).jpeg().toBuffer(), Buffer.from(SCRIPT)])
    const { url } = await uploadPicture(file)
    expect((await desk.get(url)).bytes.includes('script')).toBe(false)
  })

  test('is for operators only', async () => {
    const file = await plainImage().png().toBuffer()
    const ann = await desk.app.subscriber('ann@example.com')
    const requests = [desk.app.visitor, ann.request]
    const type = { 'content-type': 'image/png' }
    const responses = await Promise.all(
      requests.map((request) => request('POST', '/api/blog/pictures', file, type)),
    )
    expect(responses.map(({ status }) => status)).toEqual([401, 403])
    expect(await listPictures()).toEqual([])
  })
})

describe('a stored picture', () => {
  test('is public only while its post is', async () => {
    const { url } = await uploadPicture()
    expect((await getPublic(url)).status).toBe(404)
    const id = await addPost(`<p>Sold: <img src="${url}" alt="A house"></p>`, 'ready')
    expect((await getPublic(url)).status).toBe(404)
    expect((await desk.get(url)).headers['cache-control']).toBe('private, no-store')

    await desk.patch(`/api/blog/posts/${id}`, { status: 'published' })
    const response = await getPublic(url)
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
    const repeatResponse = await desk.app.visitor('GET', url, undefined, {
      'if-none-match': String(response.headers.etag),
    })
    expect(repeatResponse.status).toBe(304)

    await desk.patch(`/api/blog/posts/${id}`, { status: 'archived' })
    expect((await getPublic(url)).status).toBe(404)
  })

  test.each(['/blog/pictures/none.webp', '/blog/pictures/..%2f..%2fetc.webp', '/blog/pictures/'])(
    '%s is not found',
    async (url) => expect((await getPublic(url)).status).toBe(404),
  )

  test('is deleted a week after it was removed from the last post', async () => {
    const { url, id } = await uploadPicture()
    const postId = await addPost(`<img src="${url}" alt="A house">`)
    const remove = async (ms: number) => {
      desk.clock.time += ms
      await desk.app.services.blogDesk.pictures.removeUnused()
      return (await listPictures()).map((picture) => picture.id)
    }
    expect(await remove(30 * DAY_MS)).toEqual([id])
    await desk.patch(`/api/blog/posts/${postId}`, { content: '<p>Without.</p>' })
    expect(await remove(2 * DAY_MS)).toEqual([id])
    expect(await remove(6 * DAY_MS)).toEqual([id])
    await desk.patch(`/api/blog/posts/${postId}`, { content: `<img src="${url}" alt="A house">` })
    expect(await remove(2 * DAY_MS)).toEqual([id])
    await desk.app.owner.run('delete from blog_posts where id = $1', [postId])
    expect(await remove(2 * DAY_MS)).toEqual([id])
    expect(await remove(8 * DAY_MS)).toEqual([])
  })
})
