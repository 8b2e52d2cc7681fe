import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadReferenceFiles } from '#server/features/reference-files/service/load-files.ts'
import { silentLog } from '#server/platform/log.ts'
import type { TestApp } from '../test-app.ts'

/** An individual of a made-up list. */
type Entry = { number: number; name: string; birthYear?: number }

/** Replaces the sanctions list with one of that day. */
export async function loadList(
  { owner, clock }: Pick<TestApp, 'owner' | 'clock'>,
  listDate: string,
  entries: readonly Entry[],
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-sanctions-'))
  await writeList(folder, listDate, entries)
  const settings = { publicRecordsFile: null, ofacList: folder }
  await loadReferenceFiles({ db: owner, clock, log: silentLog }, settings, new AbortController().signal)
  await rm(folder, { recursive: true })
}

/** Writes `sdn.csv` and `alt.csv` as they are published: no header, `-0-` for empty values. */
async function writeList(folder: string, listDate: string, entries: readonly Entry[]): Promise<void> {
  const emptyColumns = Array.from({ length: 7 }, () => '-0- ').join(',')
  const lines = entries.map(
    ({ number, name, birthYear }) =>
      `${number},"${name}","individual","TEST",${emptyColumns},"${birthYear ? `DOB ${birthYear}.` : '-0- '}"`,
  )
  await write(path.join(folder, 'sdn.csv'), lines, listDate)
  await write(path.join(folder, 'alt.csv'), [`${entries[0]?.number},1,"aka","SOMEBODY ELSE",-0- `], listDate)
}

async function write(file: string, lines: readonly string[], listDate: string): Promise<void> {
  await writeFile(file, `${lines.join('\r\n')}\r\n`)
  const day = new Date(`${listDate}T12:00:00Z`)
  await utimes(file, day, day)
}
