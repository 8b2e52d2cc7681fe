import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '#server/project-root.ts'

/** Version of this installation, from package.json. */
export function productVersion(): string {
  const file = path.join(PROJECT_ROOT, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
