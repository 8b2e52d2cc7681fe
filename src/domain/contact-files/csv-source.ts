import { detectCsvDialect } from './csv-dialect.ts'
import { CsvTextDecoder, type TextEncodingName } from './csv-encoding.ts'
import { type CsvRecord, CsvRecordReader, type ReadStep, type UnreadableReason } from './csv-records.ts'

/** Text held back until the delimiter is decided: room for the header row of a thousand columns. */
const DIALECT_SAMPLE_LENGTH = 64 * 1024

/** A caller may hand over a whole file at once: it is decoded piece by piece. */
const PIECE_BYTES = 64 * 1024

/** Network, timers and other requests have their turn. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Bytes to records that hold something: decoder, delimiter and record reader in a row. Memory stays constant. */
export class RecordSource {
  readonly #decoder = new CsvTextDecoder()
  #delimiter = ''
  #reader: CsvRecordReader | null = null
  #held = ''
  readonly #given: string | null

  /** The delimiter is found in the text unless it is known. */
  constructor(delimiter: string | null = null) {
    this.#given = delimiter
  }

  facts(): { encoding: TextEncodingName; delimiter: string } {
    return { encoding: this.#decoder.encoding ?? 'utf-8', delimiter: this.#delimiter }
  }

  /** The same for the few bytes of a preview. */
  *whole(bytes: Uint8Array): Generator<CsvRecord> {
    for (const step of this.#feed(this.#decoder.push(bytes), false)) if (step) yield step
    for (const step of this.#feed(this.#decoder.end(), true)) if (step) yield step
  }

  async *records(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
        yield* yieldBetweenSteps(
          this.#feed(this.#decoder.push(chunk.subarray(start, start + PIECE_BYTES)), false),
        )
        await yieldToEventLoop()
      }
    }
    yield* yieldBetweenSteps(this.#feed(this.#decoder.end(), true))
  }

  *#feed(text: string, fileEnds: boolean): Generator<ReadStep> {
    this.#held += text
    if (!this.#reader && !fileEnds && this.#held.length < DIALECT_SAMPLE_LENGTH) return
    yield null
    const reader = this.#reader ?? this.#start()
    const ready = this.#held
    this.#held = ''
    yield* withoutBlank(reader.push(ready))
    if (fileEnds) yield* withoutBlank(reader.end())
  }

  #start(): CsvRecordReader {
    const { delimiter, quoteEscape, preambleLength } =
      this.#given === null
        ? detectCsvDialect(this.#held)
        : { delimiter: this.#given, quoteEscape: '"' as const, preambleLength: 0 }
    this.#held = this.#held.slice(preambleLength)
    this.#delimiter = delimiter
    this.#reader = new CsvRecordReader(delimiter, quoteEscape)
    return this.#reader
  }
}

async function* yieldBetweenSteps(steps: Iterable<ReadStep>): AsyncGenerator<CsvRecord> {
  for (const step of steps) {
    if (step) yield step
    else await yieldToEventLoop()
  }
}

/** Why a record could not be read, in words. */
export function unreadableText(reason: UnreadableReason, line: number): string {
  switch (reason) {
    case 'quote-not-closed':
      return `a quotation mark on line ${line} is never closed`
    case 'text-after-quote':
      return `text follows a closing quotation mark on line ${line}`
    case 'too-long':
      return `longer than 64 KB, or a quotation mark on line ${line} is never closed`
  }
}

function* withoutBlank(steps: Iterable<ReadStep>): Generator<ReadStep> {
  for (const step of steps) if (step === null || !isBlank(step)) yield step
}

/** Whether a row holds nothing, as rows at the end of a sheet do. */
function isBlank(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.every((cell) => cell.trim() === '')
}
