import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates a file that only its owner may read, unless it exists already. Writes it under another name first, so that an
 * interrupted start leaves no partial file and processes that start together agree on one.
 */
export function createFileOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
