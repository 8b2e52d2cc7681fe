import { createHash } from 'node:crypto'
import { csvRow } from '#domain/contact-files/csv-export.ts'
import type { TarFile } from '#server/platform/archive/tar.ts'
import { PART_BYTES } from '../limits.ts'
import { columnsOf, type ExportedRow } from '../store/kinds.ts'

export type ManifestEntry = { name: string; rows: number; bytes: number; sha256: string }

type ArchiveSource = {
  kinds: readonly string[]
  readPages(kind: string): AsyncIterable<readonly ExportedRow[]>
  onKindDone(): void
  createManifest(entries: readonly ManifestEntry[]): object
}

/**
 * Files of an archive in order, the manifest last. A kind larger than one part becomes several numbered files, so
 * that at most one part is in memory.
 */
export async function* generateArchiveFiles({
  kinds,
  readPages,
  onKindDone,
  createManifest,
}: ArchiveSource): AsyncGenerator<TarFile> {
  const entries: ManifestEntry[] = []
  for (const kind of kinds) {
    for await (const { file, rows } of generateKindFiles(kind, readPages(kind))) {
      const sha256 = createHash('sha256').update(file.bytes).digest('hex')
      entries.push({ name: file.name, rows, bytes: file.bytes.length, sha256 })
      yield file
    }
    onKindDone()
  }
  yield { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(createManifest(entries), null, 2)}\n`) }
}

/** Without a byte order mark, Excel reads the file as Windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF'

async function* generateKindFiles(kind: string, pages: AsyncIterable<readonly ExportedRow[]>) {
  const columns = columnsOf(kind)
  const header = BYTE_ORDER_MARK + csvRow(columns)
  let part = 0
  let rows = 0
  let size = 0
  let csv: string[] = [header]
  let json: string[] = []
  function* closePart(isLast: boolean) {
    part += 1
    const name = isLast && part === 1 ? kind : `${kind}-${String(part).padStart(3, '0')}`
    const body = json.length === 0 ? '[]\n' : `[\n${json.join(',\n')}\n]\n`
    yield { file: { name: `${name}.csv`, bytes: Buffer.from(csv.join('')) }, rows }
    yield { file: { name: `${name}.json`, bytes: Buffer.from(body) }, rows }
    rows = 0
    size = 0
    csv = [header]
    json = []
  }
  for await (const page of pages) {
    for (const row of page) {
      if (size >= PART_BYTES) yield* closePart(false)
      const text = JSON.stringify(row)
      json.push(text)
      csv.push(csvRow(columns.map((column) => toCell(row[column]))))
      rows += 1
      size += text.length
    }
  }
  if (rows > 0 || part === 0) yield* closePart(true)
}

function toCell(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
