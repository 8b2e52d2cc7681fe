import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '#server/project-root.ts'

/** The version of this installation, as package.json states it. */
export function productVersion(): string {
  const file = path.join(PROJECT_ROOT, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
