import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createOutreachGuard, type OutreachGuard } from '#domain/compliance/outreach-guard.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'

const FOLDER = path.join(PROJECT_ROOT, 'content/guard')

let guard: OutreachGuard | undefined

/** Checks an outreach text with the guard's data, which is read when the first text is checked. */
export const checkOutreach: OutreachGuard = (text, context) => {
  guard ??= createOutreachGuard(readGuardFiles())
  return guard(text, context)
}

/** The files of content/guard, one after another. */
export function readGuardFiles(): string {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))
  return names.map((name) => readFileSync(path.join(FOLDER, name), 'utf8')).join('\n\n')
}
