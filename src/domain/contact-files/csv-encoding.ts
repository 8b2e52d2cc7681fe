import { CsvFileError } from './csv-file-error.ts'
import { foreignFileKind } from './file-signature.ts'
import { decodeUtf8Tolerant, incompleteTail, isMostlyUtf8 } from './tolerant-utf8.ts'

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Bytes looked at before the encoding is decided: enough to meet an accent in nearly every list of names. */
const SAMPLE_BYTES = 64 * 1024

/**
 * Turns the bytes of a file into text, chunk by chunk.
 *
 * A byte order mark decides. Without one: zero bytes in every other place mean UTF-16; a first 64 KiB in strict UTF-8
 * (or a mix with more whole UTF-8 sequences than stray bytes) means UTF-8; everything else is Windows-1252, in which
 * older Excel and Outlook write. In a UTF-8 file each byte that is part of no UTF-8 sequence is read as Windows-1252,
 * so that one pasted line, or an accent that first appears after the sample, neither fails the file nor turns into
 * replacement characters, and the sequences around it stay right.
 *
 * `push` and `end` throw `CsvFileError` for files that are no text at all.
 */
export class CsvTextDecoder {
  #held: Uint8Array = new Uint8Array(0)
  #encoding: TextEncodingName | null = null
  #decoder: TextDecoder | null = null

  /** The encoding, once enough bytes have been seen. */
  get encoding(): TextEncodingName | null {
    return this.#encoding
  }

  push(chunk: Uint8Array): string {
    const bytes = this.#held.length === 0 ? chunk : concat(this.#held, chunk)
    if (this.#encoding === null && bytes.length < SAMPLE_BYTES) {
      // A copy: the caller may reuse its chunk.
      this.#held = bytes.slice()
      return ''
    }
    return this.#decode(bytes, false)
  }

  end(): string {
    return this.#decode(this.#held, true)
  }

  #decode(input: Uint8Array, final: boolean): string {
    const bytes = this.#encoding === null ? this.#decide(input) : input
    if (this.#decoder) {
      this.#held = new Uint8Array(0)
      return this.#decoder.decode(bytes, { stream: !final })
    }
    const whole = final ? bytes.length : bytes.length - incompleteTail(bytes)
    this.#held = bytes.slice(whole)
    return decodeUtf8Tolerant(bytes.subarray(0, whole))
  }

  #decide(bytes: Uint8Array): Uint8Array {
    const kind = foreignFileKind(bytes)
    if (kind) throw new CsvFileError(`This file is ${kind}, not CSV. Save or export it as CSV and try again.`)
    const { encoding, markLength } = detectEncoding(bytes)
    this.#encoding = encoding
    if (encoding !== 'utf-8') this.#decoder = new TextDecoder(encoding, { ignoreBOM: true })
    return bytes.subarray(markLength)
  }
}

function detectEncoding(bytes: Uint8Array): { encoding: TextEncodingName; markLength: number } {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', markLength: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', markLength: 2 }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', markLength: 2 }
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const wide = utf16WithoutMark(sample)
  if (wide) return { encoding: wide, markLength: 0 }
  return { encoding: isMostlyUtf8(sample) ? 'utf-8' : 'windows-1252', markLength: 0 }
}

/** Text of mostly Latin letters in UTF-16 has a zero in nearly every second byte, on one side only. */
function utf16WithoutMark(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.min(Math.floor(sample.length / 2), 1024)
  if (pairs < 2) return null
  let evenZeros = 0
  let oddZeros = 0
  for (let index = 0; index < pairs; index++) {
    if (sample[2 * index] === 0) evenZeros++
    if (sample[2 * index + 1] === 0) oddZeros++
  }
  if (oddZeros > pairs * 0.6 && evenZeros < pairs * 0.1) return 'utf-16le'
  if (evenZeros > pairs * 0.6 && oddZeros < pairs * 0.1) return 'utf-16be'
  return null
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length)
  joined.set(left)
  joined.set(right, left.length)
  return joined
}
