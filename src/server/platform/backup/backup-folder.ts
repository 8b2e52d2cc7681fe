import { createReadStream } from 'node:fs'
import { appendFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ErasureEntry } from '../erasure-log.ts'
import type { BackupKey } from './backup-keys.ts'
import { writeBackup } from './write-backup.ts'

/** A line of the erasure log stored next to the backups, one JSON object per line. */
export type ErasureLogLine = ErasureEntry & { id: string; at: string }

/** File name of the erasure log. */
export const ERASURE_LOG_FILE = 'erasures.jsonl'
const BACKUP_PATTERN = /^(?:ninefold|replaced)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(\.sealed)?$/
const PART_DAYS = 1
const DAY_MS = 86_400_000

export type BackupFolder = ReturnType<typeof openBackupFolder>

/** Opens the folder with the backups of an installation. */
export function openBackupFolder(options: {
  folder: string
  ownerUrl: string
  keys: readonly BackupKey[]
  product: string
}) {
  const { folder, ownerUrl, keys, product } = options
  const erasureLog = path.join(folder, ERASURE_LOG_FILE)
  return {
    write: (now: Date) => writeBackup({ folder, ownerUrl, product, now, key: keys[0] ?? null }),

    /** Removes backups made before a time, but never the newest one. @returns how many */
    async removeBefore(moment: Date) {
      const names = await readdir(folder)
      const backups = names
        .filter((name) => BACKUP_PATTERN.test(name))
        .sort((a, b) => backupTimeOf(a) - backupTimeOf(b))
      const old = backups.slice(0, -1).filter((name) => backupTimeOf(name) < moment.getTime())
      for (const name of old) await rm(path.join(folder, name), { force: true })
      // Partial files of stopped processes.
      for (const name of names.filter((each) => each.endsWith('.part'))) {
        const file = path.join(folder, name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
        if (mtimeMs < Date.now() - PART_DAYS * DAY_MS) await rm(file, { force: true })
      }
      return old.length
    },

    /** Appends lines and resolves once they are on the disk. */
    async appendErasures(lines: readonly ErasureLogLine[]) {
      if (lines.length === 0) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const handle = await open(erasureLog, 'a', 0o600)
      try {
        await handle.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
        await handle.sync()
      } finally {
        await handle.close()
      }
    },

    /** Removes erasures older than every backup. */
    async removeErasures(before: Date) {
      const scratch = `${erasureLog}.${process.pid}.part`
      await rm(scratch, { force: true })
      let removed = 0
      for await (const line of readErasures(erasureLog)) {
        if (Date.parse(line.at) < before.getTime()) removed += 1
        else await appendFile(scratch, `${JSON.stringify(line)}\n`, { mode: 0o600 })
      }
      if (removed === 0) await rm(scratch, { force: true })
      else {
        await appendFile(scratch, '', { mode: 0o600 })
        await rename(scratch, erasureLog)
      }
    },
  }
}

function backupTimeOf(name: string): number {
  const [, day, hours, minutes, seconds] = BACKUP_PATTERN.exec(name) ?? []
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** Reads the erasure log in order; empty if there is no file. Skips a line cut off by a crash. */
export async function* readErasures(file: string): AsyncGenerator<ErasureLogLine> {
  if (!(await stat(file).catch(() => null))) return
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const line = parse(text)
    if (line) yield line
  }
}

function parse(text: string): ErasureLogLine | null {
  try {
    return JSON.parse(text) as ErasureLogLine
  } catch {
    return null
  }
}
