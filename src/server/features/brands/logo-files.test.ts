import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#test/test-app.ts'
import { brandOf, brandUrl, enterprise, openBrands, uploadTo } from '#test/workspaces/brands.ts'

let app: TestApp
let ann: Person
let close: () => Promise<void>
beforeAll(async () => {
  ;({ app, ann, close } = await openBrands())
})
afterAll(() => close())

const SCRIPT = '<script>alert(1)</script>'
const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (content: string, size = 'viewBox="0 0 40 20"') => `<svg ${SVG} ${size}>${content}</svg>`
const square = '<path fill="#c33" d="M0 0h40v20H0z"/>'
const plain = (width = 60, height = 40, background = '#c33') =>
  sharp({ create: { width, height, channels: 4, background } })
const uploadLogo = (file: Buffer | string, type?: string) => uploadTo(ann, '/logo', file, type)
const imageRows = () => app.owner.rows('select organization_id, kind, sha256 from brand_images order by 1, 2')

/** The served pixels of the logo. */
async function servedLogo(person = ann) {
  const { logo } = await brandOf(person)
  const { bytes } = await person.request('GET', logo!.url)
  return bytes
}

describe('A40 an uploaded logo', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'in %s becomes a PNG with a favicon',
    async (format) => {
      const file = await plain().toFormat(format).toBuffer()
      const response = await uploadLogo(file, `image/${format}`)
      expect(response.status).toBe(200)
      expect(response.json).toMatchObject({
        logo: { width: 60, height: 40, url: expect.stringMatching(/^\/brand\/logo-[0-9a-f]{32}\.png$/) },
        favicon: { width: 192, height: 192, isDerived: true },
      })
      const { bytes, headers } = await ann.request('GET', (await brandOf(ann)).logo!.url)
      expect((await sharp(bytes).metadata()).format).toBe('png')
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=31536000, immutable',
      })
    },
  )

  test('is scaled down, turned upright and loses the data of the camera', async () => {
    const exif = { IFD0: { Copyright: SCRIPT }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const file = await plain(4000, 2000).withMetadata({ orientation: 6 }).withExif(exif).jpeg().toBuffer()
    await uploadLogo(file, 'image/jpeg')
    expect((await brandOf(ann)).logo).toMatchObject({ width: 256, height: 512 })
    const metadata = await sharp(await servedLogo()).metadata()
    expect([metadata.exif, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined])
  })

  test('carries no code that was hidden in it or after it', async () => {
    const exif = { IFD0: { ImageDescription: SCRIPT } }
    const files = [
      Buffer.concat([await plain().withExif(exif).jpeg().toBuffer(), Buffer.from(SCRIPT)]),
      Buffer.concat([await plain().png().toBuffer(), Buffer.from(`PK\u0003\u0004${SCRIPT}`)]),
    ]
    for (const file of files) {
      expect((await uploadLogo(file)).status).toBe(200)
      expect((await servedLogo()).includes('script')).toBe(false)
    }
  })

  test('gets a tile in the theme where it would hardly show', async () => {
    const faint = async (background: string) => {
      await uploadLogo(await plain(60, 40, background).png().toBuffer())
      return (await brandOf(ann)).logo!.faintOn
    }
    expect([await faint('#101318'), await faint('#fdfdfd'), await faint('#c33')]).toEqual([
      ['dark'],
      ['light'],
      [],
    ])
  })

  test('replaces its favicon, but not one of its own', async () => {
    const bo = await enterprise(app, 'bo@example.com')
    await uploadTo(bo, '/logo', await plain().png().toBuffer())
    const derived = (await brandOf(bo)).favicon!
    await uploadTo(bo, '/favicon', await plain(30, 30, '#3c3').png().toBuffer())
    const own = (await brandOf(bo)).favicon!
    expect([derived.isDerived, own.isDerived, own.url === derived.url]).toEqual([true, false, false])
    await uploadTo(bo, '/logo', await plain(60, 40, '#33c').png().toBuffer())
    expect((await brandOf(bo)).favicon).toEqual(own)
    await bo.request('DELETE', brandUrl(bo, '/favicon'))
    expect((await brandOf(bo)).favicon).toMatchObject({ isDerived: true })
    await bo.request('DELETE', brandUrl(bo, '/logo'))
    expect(await brandOf(bo)).toMatchObject({ logo: null, favicon: null })
  })
})

describe('A40 a bad logo', () => {
  const rejected = async (file: Buffer | string, status: number, message: string) => {
    const before = await imageRows()
    const response = await uploadLogo(file)
    expect([response.status, response.text]).toEqual([status, expect.stringContaining(message)])
    expect(await imageRows()).toEqual(before)
  }

  test.each([
    ['text', `<html>${SCRIPT}</html>`],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a PDF', '%PDF-1.4'],
    ['a TIFF', Buffer.from('II*\0', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['an HTML page with an SVG', `<!DOCTYPE html><html>${svg(square)}</html>`],
  ])('that is %s is refused', (_, file) => rejected(file, 415, 'This is not a PNG'))

  test.each(['text/html', 'application/pdf', 'image/gif', 'application/json'])(
    'of type %s is refused',
    async (type) => {
      expect((await uploadLogo(await plain().png().toBuffer(), type)).status).toBe(415)
    },
  )

  test.each([
    [60_000, 60_000],
    [2_000_000_000, 1],
    [1, 30_000],
    [7000, 7000],
  ])('with a header of %i by %i pixels is refused before it is decoded', async (width, height) => {
    const started = process.memoryUsage().rss
    await rejected(pngWithSize(width, height), 400, width > 1_000_000 ? 'picture' : 'too many pixels')
    expect(process.memoryUsage().rss - started).toBeLessThan(200 * 1024 * 1024)
  })

  test('above 2 MB is refused', async () => {
    expect((await uploadLogo(Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test.each([
    ['is cut off', async () => (await plain(500, 500).png().toBuffer()).subarray(0, 300)],
    ['has no pixels', async () => pngWithSize(200, 200)],
    [
      'only begins like a PNG',
      async () => Buffer.concat([pngWithSize(9, 9).subarray(0, 20), Buffer.from(SCRIPT)]),
    ],
  ])('that %s is refused', async (_, file) => rejected(await file(), 400, "We can't read this picture"))

  test('that is all transparent is refused', async () =>
    rejected(await plain(20, 20, '#0000').png().toBuffer(), 400, 'transparent'))

  test('that moves is refused', async () => {
    const frames = Buffer.concat([await rawFrame('#c33'), await rawFrame('#3c3')])
    const raw = { width: 20, height: 40, channels: 4, pageHeight: 20 } as const
    await rejected(
      await sharp(frames, { raw })
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer(),
      400,
      'animated',
    )
    await rejected(animatedPng(await plain(20, 20).png().toBuffer()), 400, 'animated')
  })
})

const rawFrame = (color: string) => plain(20, 20, color).raw().toBuffer()

describe('A40 an SVG logo', () => {
  test('becomes a PNG of its drawing', async () => {
    const response = await uploadLogo(svg(square), 'image/svg+xml')
    expect(response.json).toMatchObject({ logo: { width: 512, height: 256 } })
    const { data, info } = await sharp(await servedLogo())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 4)]).toEqual([512, 256, 204, 51, 51, 255])
  })

  test.each([
    ['style rules', '<style>.a{fill:#c33}</style><path class="a" d="M0 0h40v20H0z"/>'],
    ['a style attribute', '<path style="fill:#c33" d="M0 0h40v20H0z"/>'],
    [
      'a gradient',
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#c33"/><stop offset="1" stop-color="#c33"/></linearGradient></defs><path fill="url(#g)" d="M0 0h40v20H0z"/>',
    ],
    ['a reference', '<defs><path id="p" fill="#c33" d="M0 0h40v20H0z"/></defs><use xlink:href="#p"/>'],
    [
      'a clip path in a rule',
      '<style>.c{clip-path:url(#k)}</style><clipPath id="k"><rect width="40" height="20"/></clipPath><g class="c"><path fill="#c33" d="M0 0h40v20H0z"/></g>',
    ],
  ])('with %s keeps its colors', async (_, content) => {
    expect((await uploadLogo(svg(content))).status).toBe(200)
    const data = await sharp(await servedLogo())
      .raw()
      .toBuffer()
    expect([...data.subarray(0, 4)]).toEqual([204, 51, 51, 255])
  })

  test.each([
    ['a script', `${square}${SCRIPT}`],
    ['an event handler', '<path onload="alert(1)" fill="#c33" d="M0 0h40v20H0z"/>'],
    ['an outside file', `${square}<use href="https://evil.example/x.svg#a"/>`],
    ['an outside style', `<style>.b{fill:url(https://evil.example/x)}</style>${square}`],
    [
      'a foreign object',
      `${square}<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="//evil.example"/></foreignObject>`,
    ],
    ['a link', `<a xlink:href="javascript:alert(1)">${square}</a>${square}`],
    ['an animation', `${square}<animate attributeName="x" values="javascript:alert(1)"/>`],
  ])('loses %s', async (_, content) => {
    expect((await uploadLogo(svg(content))).status).toBe(200)
    const served = await servedLogo()
    expect(served.includes('evil') || served.includes('script')).toBe(false)
    expect([...(await sharp(served).raw().toBuffer()).subarray(0, 4)]).toEqual([204, 51, 51, 255])
  })

  test('reads no file of the server and expands no entity', async () => {
    const doctype =
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY ns "http://www.w3.org/2000/svg">]>'
    const file = `<?xml version="1.0"?>${doctype}<svg xmlns="&ns;" viewBox="0 0 40 20"><desc>&x;</desc>${square}</svg>`
    expect((await uploadLogo(file)).status).toBe(200)
  })

  const repeat = (count: number, text: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => text(index)).join('')

  test.each([
    [
      'references that multiply',
      svg(
        `<defs><g id="u0">${square}</g>${repeat(12, (i) => `<g id="u${i + 1}">${`<use xlink:href="#u${i}"/>`.repeat(10)}</g>`)}</defs><use href="#u12"/>`,
      ),
      'too complex',
    ],
    [
      'masks that multiply',
      svg(
        `<mask id="m0">${square}</mask>${repeat(12, (i) => `<mask id="m${i + 1}">${`<rect width="9" height="9" mask="url(#m${i})"/>`.repeat(10)}</mask>`)}<rect width="9" height="9" mask="url(#m12)"/>`,
      ),
      'too complex',
    ],
    [
      'masks in style rules',
      svg(
        `<style>.m{mask:url(#m)}</style><mask id="m">${'<rect class="n" width="9" height="9"/>'.repeat(900)}</mask>${'<rect class="m" width="9" height="9"/>'.repeat(900)}`,
      ),
      'too complex',
    ],
    [
      'a circle of references',
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
      'refers to itself',
    ],
    ['deep nesting', svg(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`), 'nested'],
    [
      'entities that multiply',
      `<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">${repeat(9, (i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`)}]>${svg(`<title>&a9;</title>`, 'width="1e9" height="1"')}`,
      'size',
    ],
    ['a huge size', svg(square, 'width="1000000" height="1000000"'), 'size'],
    ['no size', svg(square, ''), 'size'],
    ['more than 256 KB', svg(`${square}<!--${'x'.repeat(300_000)}-->`), '256 KB'],
    ['text', svg('<text y="9">Elm</text>'), 'outlines'],
    ['an embedded picture', svg('<image href="data:image/png;base64,AA=="/>'), 'embedded picture'],
    ['a filter', svg('<filter id="f"><feTurbulence numOctaves="999999"/></filter>'), 'filter'],
    ['broken XML', `<svg ${SVG} viewBox="0 0 9 9"><g></svg>`, "We can't read this SVG"],
    ['a second root', `${svg(square)}${svg(square)}`, "We can't read this SVG"],
    ['nothing to see', svg('<g/>'), 'transparent'],
  ])('with %s is refused at once', async (_, file, message) => {
    const startedAt = performance.now()
    const response = await uploadLogo(file)
    expect([response.status, response.text]).toEqual([400, expect.stringContaining(message)])
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })
})

/** A PNG with any size in its header and without pixels. */
function pngWithSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    PNG_START,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG that says it has two frames. */
function animatedPng(png: Buffer): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), pngChunk('acTL', control), png.subarray(afterHeader)])
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
