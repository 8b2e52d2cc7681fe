import { detectCsvDialect } from './csv-dialect.ts'
import { CsvTextDecoder, type TextEncodingName } from './csv-encoding.ts'
import { type CsvRecord, CsvRecordReader, type UnreadableReason } from './csv-records.ts'

/** Length of text collected to detect the delimiter, enough for a header of a thousand columns. */
const DIALECT_SAMPLE_LENGTH = 64 * 1024

/** Bytes decoded at a time, even if a caller passes a whole file. */
const DECODE_BATCH_BYTES = 64 * 1024

/** Records per step, a few milliseconds before other work runs. */
const RECORDS_PER_STEP = 50

/** Lets network, timers and other requests run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Turns bytes into non-empty records with decoder, delimiter detection and record reader, in constant memory. */
export class RecordSource {
  readonly #decoder = new CsvTextDecoder()
  #delimiter = ''
  #reader: CsvRecordReader | null = null
  #pending = ''
  readonly #fixedDelimiter: string | null

  /** Detects the delimiter unless it is given. */
  constructor(delimiter: string | null = null) {
    this.#fixedDelimiter = delimiter
  }

  facts(): { encoding: TextEncodingName; delimiter: string } {
    return { encoding: this.#decoder.encoding ?? 'utf-8', delimiter: this.#delimiter }
  }

  /** Reads the bytes of a preview at once. */
  *readWhole(bytes: Uint8Array): Generator<CsvRecord> {
    yield* this.#feed(this.#decoder.push(bytes), false)
    yield* this.#feed(this.#decoder.end(), true)
  }

  async *records(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += DECODE_BATCH_BYTES) {
        const text = this.#decoder.push(chunk.subarray(start, start + DECODE_BATCH_BYTES))
        yield* yieldRegularly(this.#feed(text, false))
      }
    }
    yield* yieldRegularly(this.#feed(this.#decoder.end(), true))
  }

  *#feed(text: string, isFileEnd: boolean): Generator<CsvRecord> {
    this.#pending += text
    if (!this.#reader && !isFileEnd && this.#pending.length < DIALECT_SAMPLE_LENGTH) return
    const reader = this.#reader ?? this.#start()
    const pending = this.#pending
    this.#pending = ''
    yield* withoutBlank(reader.push(pending))
    if (isFileEnd) yield* withoutBlank(reader.end())
  }

  #start(): CsvRecordReader {
    const { delimiter, quoteEscape, preambleLength } =
      this.#fixedDelimiter === null
        ? detectCsvDialect(this.#pending)
        : { delimiter: this.#fixedDelimiter, quoteEscape: '"' as const, preambleLength: 0 }
    this.#pending = this.#pending.slice(preambleLength)
    this.#delimiter = delimiter
    this.#reader = new CsvRecordReader(delimiter, quoteEscape)
    return this.#reader
  }
}

async function* yieldRegularly(records: Iterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  await yieldToEventLoop()
  let count = 0
  for (const record of records) {
    yield record
    count += 1
    // A record with a lost quotation mark takes as long as many other records.
    if ('unreadable' in record || count % RECORDS_PER_STEP === 0) await yieldToEventLoop()
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

function* withoutBlank(records: Iterable<CsvRecord>): Generator<CsvRecord> {
  for (const record of records) if (!isBlank(record)) yield record
}

/** True for a row without values, as at the end of many sheets. */
function isBlank(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.every((cell) => cell.trim() === '')
}
