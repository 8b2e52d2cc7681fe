import { existsSync } from 'node:fs'
import path from 'node:path'

/** The project's folder, which holds the database schema, content and builds. Found from both sources and builds. */
export const PROJECT_ROOT = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : rootAbove(path.dirname(folder))
}
