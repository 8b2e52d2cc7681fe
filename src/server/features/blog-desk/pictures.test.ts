import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlogPicture } from '#contract/blog-pictures.ts'
import { type Desk, deskPostOf, MINUTE, openDesk } from '#test/workspaces/blog-desk.ts'

const DAY = 24 * 60 * MINUTE
const CODE = '<script>alert(1)</script>'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.clear()
  await desk.app.owner.run('delete from blog_pictures')
})

const plain = (width = 60, height = 40, color = '#c33') =>
  sharp({ create: { width, height, channels: 3, background: color } })
const upload = (file: Buffer | string, type = 'image/png') =>
  desk.operator.request('POST', '/api/blog/pictures', file, { 'content-type': type })
const uploaded = async (file?: Buffer) =>
  (await upload(file ?? (await plain().png().toBuffer()))).json as BlogPicture
const stored = () =>
  desk.app.owner.rows<{ id: string; unusedSince: string | null }>(
    'select id, unused_since from blog_pictures order by created_at',
  )
const see = (url: string) => desk.app.visitor('GET', url)

/** A post with this HTML, in the state that follows the given ones. */
async function postWith(content: string, ...statuses: string[]) {
  const { id } = deskPostOf(
    await desk.post('/api/blog/posts', { title: 'A post', category: 'Lead Generation' }),
  )
  await desk.patch(`/api/blog/posts/${id}`, { content })
  for (const status of statuses) await desk.patch(`/api/blog/posts/${id}`, { status })
  return id
}

/** A PNG whose header says any size; the pixels are missing. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc(64))],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...parts.map(([name, data]) => chunk(name, data)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
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
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s becomes WebP', async (format) => {
    const answer = await upload(await plain().toFormat(format).toBuffer(), `image/${format}`)
    expect(answer.status).toBe(201)
    const { id, url, width, height } = answer.json as BlogPicture
    expect({ url, width, height }).toEqual({ url: `/blog/pictures/${id}.webp`, width: 60, height: 40 })
    const { bytes, headers } = await desk.get(url)
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('large ones are scaled down, turned upright and stripped of camera data', async () => {
    const exif = { IFD0: { Copyright: 'Somebody', Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const photo = await plain(4000, 3000).withMetadata({ orientation: 6 }).withExif(exif).jpeg().toBuffer()
    const { url, width, height } = await uploaded(photo)
    expect({ width, height }).toEqual({ width: 1200, height: 1600 })
    const metadata = await sharp((await desk.get(url)).bytes).metadata()
    expect([metadata.exif, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined])
  })

  test('the same picture is stored once', async () => {
    const first = await uploaded()
    expect(await uploaded()).toEqual(first)
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['text', `<html>${CODE}</html>`],
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${CODE}</svg>`],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a PDF', '%PDF-1.4'],
    ['nothing', Buffer.alloc(0)],
  ])('%s with the type of a picture is refused', async (_, file) => {
    expect(await upload(file)).toMatchObject({ status: 415, json: { code: 'unsupported_type' } })
    expect(await stored()).toEqual([])
  })

  test.each(['image/svg+xml', 'text/html', 'application/json', 'image/gif'])(
    '%s is refused',
    async (type) => {
      expect((await upload(await plain().png().toBuffer(), type)).status).toBe(415)
    },
  )

  test.each([
    ['only begins like a PNG', async () => Buffer.concat([pngOf(10, 10).subarray(0, 20), Buffer.from(CODE)])],
    ['only begins like a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46])],
    ['is cut off', async () => (await plain(500, 500).png().toBuffer()).subarray(0, 400)],
    ['has no pixels', async () => pngOf(200, 200)],
  ])('a file that %s is refused', async (_, file) => {
    expect(await upload(await file())).toMatchObject({ status: 400, json: { code: 'invalid' } })
    expect(await stored()).toEqual([])
  })

  test.each([
    [60_000, 60_000],
    [2_000_000_000, 1],
    [1, 30_000],
    [9000, 9000],
  ])('a header of %i by %i pixels is refused before anything is decoded', async (width, height) => {
    const answer = await upload(pngOf(width, height))
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid' } })
    expect(answer.text).toContain(width > 1_000_000 ? 'picture' : 'too many pixels')
  })

  test('a file above 10 MB is refused', async () => {
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test('code inside or behind a picture is not stored', async () => {
    const exif = { IFD0: { ImageDescription: CODE, Copyright: CODE } }
    const carrier = Buffer.concat([await plain().withExif(exif).jpeg().toBuffer(), Buffer.from(CODE)])
    const { url } = await uploaded(carrier)
    expect((await desk.get(url)).bytes.includes('script')).toBe(false)
  })

  test('is for operators only', async () => {
    const file = await plain().png().toBuffer()
    const ann = await desk.app.subscriber('ann@example.com')
    const asks = [desk.app.visitor, ann.request]
    const type = { 'content-type': 'image/png' }
    const tried = await Promise.all(asks.map((ask) => ask('POST', '/api/blog/pictures', file, type)))
    expect(tried.map(({ status }) => status)).toEqual([401, 403])
    expect(await stored()).toEqual([])
  })
})

describe('a stored picture', () => {
  test('is public with its post and no longer', async () => {
    const { url } = await uploaded()
    expect((await see(url)).status).toBe(404)
    const id = await postWith(`<p>Sold: <img src="${url}" alt="A house"></p>`, 'ready')
    expect((await see(url)).status).toBe(404)
    expect((await desk.get(url)).headers['cache-control']).toBe('private, no-store')

    await desk.patch(`/api/blog/posts/${id}`, { status: 'published' })
    const shown = await see(url)
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
    const again = await desk.app.visitor('GET', url, undefined, {
      'if-none-match': String(shown.headers.etag),
    })
    expect(again.status).toBe(304)

    await desk.patch(`/api/blog/posts/${id}`, { status: 'archived' })
    expect((await see(url)).status).toBe(404)
  })

  test.each(['/blog/pictures/none.webp', '/blog/pictures/..%2f..%2fetc.webp', '/blog/pictures/'])(
    '%s is not found',
    async (url) => expect((await see(url)).status).toBe(404),
  )

  test('is deleted a week after it was removed from the last post', async () => {
    const { url, id } = await uploaded()
    const post = await postWith(`<img src="${url}" alt="A house">`)
    const remove = async (later: number) => {
      desk.clock.time += later
      await desk.app.services.blogDesk.pictures.removeUnused()
      return (await stored()).map((picture) => picture.id)
    }
    expect(await remove(30 * DAY)).toEqual([id])
    await desk.patch(`/api/blog/posts/${post}`, { content: '<p>Without.</p>' })
    expect(await remove(2 * DAY)).toEqual([id])
    expect(await remove(6 * DAY)).toEqual([id])
    await desk.patch(`/api/blog/posts/${post}`, { content: `<img src="${url}" alt="A house">` })
    expect(await remove(2 * DAY)).toEqual([id])
    await desk.app.owner.run('delete from blog_posts where id = $1', [post])
    expect(await remove(2 * DAY)).toEqual([id])
    expect(await remove(8 * DAY)).toEqual([])
  })
})
