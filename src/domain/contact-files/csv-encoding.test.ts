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

describe('text of a file', () => {
  it('is the text that was written in UTF-8, wherever chunks end', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    const filler = `Name\n${'a,é\n'.repeat(15_000)}`
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (tail, size) => {
        const bytes = new TextEncoder().encode(filler + tail)
        // The first 64 KiB in one piece, so that the odd sizes fall behind the sample.
        const decoder = new CsvTextDecoder()
        let result = decoder.push(bytes.subarray(0, 65_536))
        for (let start = 65_536; start < bytes.length; start += size * 100) {
          result += decoder.push(bytes.subarray(start, start + size * 100))
        }
        expect(result + decoder.end()).toBe(filler + tail)
      }),
      { numRuns: 50 },
    )
  })

  it('any Latin-1 text without controls survives as Windows-1252 bytes beside UTF-8', () => {
    const accent = fc.integer({ min: 0xa0, max: 0xff })
    fc.assert(
      fc.property(accent, (byte) => {
        const bytes = Uint8Array.from([...new TextEncoder().encode('Zoë '), byte, 0x20])
        expect(decodeUtf8Tolerant(bytes)).toBe(`Zoë ${String.fromCharCode(byte)} `)
      }),
    )
  })

  it('names the encoding it found', () => {
    const latin = Uint8Array.from([0x4a, 0x6f, 0x73, 0xe9, 0x0a])
    expect(decode(latin, 1)).toEqual({ text: 'José\n', encoding: 'windows-1252' })
    expect(decode(new TextEncoder().encode('José'), 1)).toEqual({ text: 'José', encoding: 'utf-8' })
    expect(decode(Uint8Array.from([0xfe, 0xff, 0, 0x41]), 1)).toEqual({ text: 'A', encoding: 'utf-16be' })
    expect(decode(new Uint8Array(0), 1)).toEqual({ text: '', encoding: 'utf-8' })
  })

  it('never fails on bytes, and keeps every ASCII character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const ascii = [...bytes].filter((byte) => byte < 0x80).length
        expect([...decodeUtf8Tolerant(bytes)].filter((letter) => letter < '\u0080')).toHaveLength(ascii)
      }),
      { numRuns: 1000 },
    )
  })
})
