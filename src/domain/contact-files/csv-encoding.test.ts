import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvTextDecoder } from './csv-encoding.ts'
import { decodeUtf8Tolerant } from './tolerant-utf8.ts'

function decode(bytes: Uint8Array, chunkSize: number): { text: string; encoding: string | null } {
  const decoder = new CsvTextDecoder()
  let text = ''
  for (let start = 0; start < bytes.length; start += chunkSize) {
    text += decoder.push(bytes.subarray(start, start + chunkSize))
  }
  text += decoder.end()
  return { text, encoding: decoder.encoding }
}

describe('CsvTextDecoder', () => {
  it('decodes UTF-8 at any chunk boundary', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    const filler = `Name\n${'a,é\n'.repeat(15_000)}`
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (lastText, size) => {
        const bytes = new TextEncoder().encode(filler + lastText)
        // The first 64 KiB come in one chunk, so that small chunks follow the sample.
        const decoder = new CsvTextDecoder()
        let result = decoder.push(bytes.subarray(0, 65_536))
        for (let start = 65_536; start < bytes.length; start += size * 100) {
          result += decoder.push(bytes.subarray(start, start + size * 100))
        }
        expect(result + decoder.end()).toBe(filler + lastText)
      }),
      { numRuns: 50 },
    )
  })

  it('reads stray Windows-1252 bytes within UTF-8 text', () => {
    const accent = fc.integer({ min: 0xa0, max: 0xff })
    fc.assert(
      fc.property(accent, (byte) => {
        const bytes = Uint8Array.from([...new TextEncoder().encode('Zoë '), byte, 0x20])
        expect(decodeUtf8Tolerant(bytes)).toBe(`Zoë ${String.fromCharCode(byte)} `)
      }),
    )
  })

  it('reports the detected encoding', () => {
    const latin1Bytes = Uint8Array.from([0x4a, 0x6f, 0x73, 0xe9, 0x0a])
    expect(decode(latin1Bytes, 1)).toEqual({ text: 'José\n', encoding: 'windows-1252' })
    expect(decode(new TextEncoder().encode('José'), 1)).toEqual({ text: 'José', encoding: 'utf-8' })
    expect(decode(Uint8Array.from([0xfe, 0xff, 0, 0x41]), 1)).toEqual({ text: 'A', encoding: 'utf-16be' })
    expect(decode(new Uint8Array(0), 1)).toEqual({ text: '', encoding: 'utf-8' })
  })

  it.each([
    ['macintosh', 'José Muñoz', [0x4a, 0x6f, 0x73, 0x8e, 0x20, 0x4d, 0x75, 0x96, 0x6f, 0x7a]],
    ['macintosh', 'Martínez', [0x4d, 0x61, 0x72, 0x74, 0x92, 0x6e, 0x65, 0x7a]],
    ['windows-1252', 'José 2º A', [0x4a, 0x6f, 0x73, 0xe9, 0x20, 0x32, 0xba, 0x20, 0x41]],
    ['cp850', 'Müller', [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72]],
    ['cp850', 'Peña', [0x50, 0x65, 0xa4, 0x61]],
    [
      'windows-1250',
      'Dvořák Łukasz',
      [0x44, 0x76, 0x6f, 0xf8, 0xe1, 0x6b, 0x20, 0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a],
    ],
    ['windows-1251', 'Иванов', [0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2]],
    ['windows-1252', 'O’Brien Zoë', [0x4f, 0x92, 0x42, 0x72, 0x69, 0x65, 0x6e, 0x20, 0x5a, 0x6f, 0xeb]],
    ['windows-1252', 'Jane’s', [0x4a, 0x61, 0x6e, 0x65, 0x92, 0x73]],
  ])('detects %s by words such as %s', (encoding, text, bytes) => {
    expect(decode(Uint8Array.from(bytes), 3)).toEqual({ text, encoding })
  })

  it.each([
    ['utf-32le', [0xff, 0xfe, 0, 0], true],
    ['utf-32be', [0, 0, 0xfe, 0xff], false],
    ['utf-32le', [], true],
    ['utf-32be', [], false],
  ] as const)(
    'reads %s with and without its byte order mark at any chunk boundary',
    (encoding, byteOrderMark, isLittle) => {
      const text = 'José,😀\n'.repeat(9000)
      const codePoints = [...text].map((letter) => letter.codePointAt(0) ?? 0)
      const view = new DataView(new ArrayBuffer(codePoints.length * 4))
      for (const [index, codePoint] of codePoints.entries()) view.setUint32(index * 4, codePoint, isLittle)
      const bytes = Uint8Array.from([...byteOrderMark, ...new Uint8Array(view.buffer)])
      expect(decode(bytes, 9999)).toEqual({ text, encoding })
    },
  )

  it('decodes any bytes without an error and keeps every ASCII character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const ascii = [...bytes].filter((byte) => byte < 0x80).length
        expect([...decodeUtf8Tolerant(bytes)].filter((letter) => letter < '\u0080')).toHaveLength(ascii)
      }),
      { numRuns: 1000 },
    )
  })
})
