import { detectCsvDialect } from './csv-dialect.ts'
import { CsvTextDecoder, type TextEncodingName } from './csv-encoding.ts'
import { type CsvRecord, CsvRecordReader, type ReadStep, type UnreadableReason } from './csv-records.ts'

/** Text held until the delimiter is known, enough for a header of a thousand columns. */
const DIALECT_SAMPLE_LENGTH = 64 * 1024

/** Bytes decoded at a time, even if a caller passes a whole file. */
const PIECE_BYTES = 64 * 1024

/** Lets network, timers and other requests run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Turns bytes into non-empty records: decoder, delimiter and record reader in a row. Memory stays constant. */
export class RecordSource {
  readonly #decoder = new CsvTextDecoder()
  #delimiter = ''
  #reader: CsvRecordReader | null = null
  #held = ''
  readonly #given: string | null

  /** Detects the delimiter unless it is given. */
  constructor(delimiter: string | null = null) {
    this.#given = delimiter
  }

  facts(): { encoding: TextEncodingName; delimiter: string } {
    return { encoding: this.#decoder.encoding ?? 'utf-8', delimiter: this.#delimiter }
  }

  /** Reads the bytes of a preview in one go. */
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

/** Describes why a record couldn't be read. */
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

/** True for a row without values, as at the end of many sheets. */
function isBlank(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.every((cell) => cell.trim() === '')
}
