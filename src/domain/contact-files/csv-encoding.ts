import { CsvFileError } from './csv-file-error.ts'
import { DoubleEncodingRepair, isDoubleEncoded } from './double-encoding.ts'
import { foreignFileKind } from './file-signature.ts'
import { decodeDos, guessLegacyEncoding, type LegacyEncoding } from './legacy-encoding.ts'
import { decodeUtf8Tolerant, incompleteTail, isMostlyUtf8 } from './tolerant-utf8.ts'
import { decodeUtf32, detectWideEncoding, type WideEncoding } from './wide-encoding.ts'

export type TextEncodingName = 'utf-8' | WideEncoding | LegacyEncoding

/** Sample for detecting the encoding, enough to contain an accent in nearly every list. */
const SAMPLE_BYTES = 64 * 1024

/**
 * Decodes the bytes of a file chunk by chunk.
 * A byte order mark decides the encoding. Otherwise zero bytes in all but one of two or four positions mean UTF-16 or
 * UTF-32; a first 64 KiB of strict UTF-8 (or with more complete sequences than stray bytes) means UTF-8; anything
 * else is the older Windows, Mac or DOS encoding with the most plausible words. In UTF-8 files, stray bytes
 * are read as Windows-1252, so that one pasted line, or an accent after the sample, doesn't fail the file or turn
 * into replacement characters.
 * `push` and `end` throw `CsvFileError` for files that aren't text.
 */
export class CsvTextDecoder {
  #pending: Uint8Array = new Uint8Array(0)
  #encoding: TextEncodingName | null = null
  #decoder: TextDecoder | null = null
  #repair: DoubleEncodingRepair | null = null

  /** Detected encoding; null until the sample is complete. */
  get encoding(): TextEncodingName | null {
    return this.#encoding
  }

  push(chunk: Uint8Array): string {
    const bytes = this.#pending.length === 0 ? chunk : concat(this.#pending, chunk)
    if (this.#encoding === null && bytes.length < SAMPLE_BYTES) {
      // A copy, because the caller may reuse its chunk.
      this.#pending = bytes.slice()
      return ''
    }
    return this.#decode(bytes, false)
  }

  end(): string {
    return this.#decode(this.#pending, true)
  }

  #decode(input: Uint8Array, isLast: boolean): string {
    const isFirst = this.#encoding === null
    const text = this.#decodeBytes(input, isLast)
    if (isFirst && this.#encoding === 'utf-8' && isDoubleEncoded(text))
      this.#repair = new DoubleEncodingRepair()
    return this.#repair ? this.#repair.push(text, isLast) : text
  }

  #decodeBytes(input: Uint8Array, isLast: boolean): string {
    const bytes = this.#encoding === null ? this.#detectEncoding(input) : input
    if (this.#decoder) {
      this.#pending = new Uint8Array(0)
      return this.#decoder.decode(bytes, { stream: !isLast })
    }
    const completeLength = isLast ? bytes.length : bytes.length - this.#incompleteLength(bytes)
    this.#pending = bytes.slice(completeLength)
    return this.#decodeWhole(bytes.subarray(0, completeLength))
  }

  /** Number of trailing bytes of an incomplete character. */
  #incompleteLength(bytes: Uint8Array): number {
    if (this.#encoding === 'utf-8') return incompleteTail(bytes)
    return this.#encoding === 'utf-32le' || this.#encoding === 'utf-32be' ? bytes.length % 4 : 0
  }

  #decodeWhole(bytes: Uint8Array): string {
    switch (this.#encoding) {
      case 'utf-32le':
      case 'utf-32be':
        return decodeUtf32(bytes, this.#encoding === 'utf-32le')
      case 'cp850':
      case 'cp437':
        return decodeDos(bytes, this.#encoding)
      default:
        return decodeUtf8Tolerant(bytes)
    }
  }

  #detectEncoding(bytes: Uint8Array): Uint8Array {
    const kind = foreignFileKind(bytes)
    if (kind) throw new CsvFileError(`This file is ${kind}, not CSV. Save or export it as CSV and try again.`)
    const { encoding, markLength } = detectEncoding(bytes)
    this.#encoding = encoding
    if (!CUSTOM_DECODERS.has(encoding)) this.#decoder = new TextDecoder(encoding, { ignoreBOM: true })
    return bytes.subarray(markLength)
  }
}

/** Encodings that `TextDecoder` doesn't support, or only strictly. */
const CUSTOM_DECODERS = new Set<TextEncodingName>(['utf-8', 'utf-32le', 'utf-32be', 'cp850', 'cp437'])

function detectEncoding(bytes: Uint8Array): { encoding: TextEncodingName; markLength: number } {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', markLength: 3 }
  const wideEncoding = detectWideEncoding(bytes)
  if (wideEncoding) return wideEncoding
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  return { encoding: isMostlyUtf8(sample) ? 'utf-8' : guessLegacyEncoding(sample), markLength: 0 }
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array {
  const combined = new Uint8Array(left.length + right.length)
  combined.set(left)
  combined.set(right, left.length)
  return combined
}
