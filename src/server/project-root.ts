import { existsSync } from 'node:fs'
import path from 'node:path'

/** The project's folder, where migrations, content and builds lie: sources and builds find it from where they are. */
export const PROJECT_ROOT = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : rootAbove(path.dirname(folder))
}
