// database/tables.md states which feature owns each table and who else may write or read it; the stores must agree.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from './platform/db/migrate.ts'
import { PROJECT_ROOT } from './project-root.ts'

type TableUse = { owner: string; writes: Set<string>; reads: Set<string> }

const SERVER_FOLDER = path.join(PROJECT_ROOT, 'src/server')
const ROW_PATTERN = /^\| `(\w+)` \| ([\w-]+) \| ([^|]*) \| ([^|]*) \|$/gm
const STATEMENT_PATTERN = /\b(insert into|update|delete from|truncate|from|join|using)\s+([a-z_]+)\b/g
const COMMENT_PATTERN = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

const listedUses = readList()

function readList(): Map<string, TableUse> {
  const page = readFileSync(path.join(PROJECT_ROOT, 'database/tables.md'), 'utf8')
  const names = (cell = '') => new Set(cell.split(',').flatMap((name) => name.trim() || []))
  return new Map(
    [...page.matchAll(ROW_PATTERN)].map(([, table = '', owner = '', writes, reads]) => [
      table,
      { owner, writes: names(writes), reads: names(reads) },
    ]),
  )
}

/** Feature of a source file; everything outside of features counts as platform. */
function featureOf(file: string): string {
  const [root, feature = ''] = file.split(path.sep)
  return root === 'features' ? feature : 'platform'
}

/** Uses by other features than the owner, as `table: feature writes`. */
function foreignUses(): string[] {
  const uses = new Set<string>()
  for (const file of readdirSync(SERVER_FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const text = readFileSync(path.join(SERVER_FOLDER, file), 'utf8').replace(COMMENT_PATTERN, '')
    const feature = featureOf(file)
    for (const [, verb = '', table = ''] of text.matchAll(STATEMENT_PATTERN)) {
      const isWrite = !['from', 'join', 'using'].includes(verb)
      const use = listedUses.get(table)
      if (use && use.owner !== feature) uses.add(`${table}: ${feature} ${isWrite ? 'writes' : 'reads'}`)
    }
  }
  // Features that may write may also read.
  return [...uses]
    .filter((use) => !uses.has(use.replace(/ reads$/, ' writes')) || use.endsWith(' writes'))
    .sort()
}

test('every table has one owner', () => {
  const tables = readdirSync(MIGRATIONS).flatMap((file) => {
    const sql = readFileSync(path.join(MIGRATIONS, file), 'utf8')
    return [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table]) => table)
  })
  expect([...listedUses.keys()].sort()).toEqual(tables.sort())
  const features = [...readdirSync(path.join(SERVER_FOLDER, 'features')), 'platform']
  expect([...listedUses.values()].map(({ owner }) => owner)).toSatisfy((owners: string[]) =>
    owners.every((owner) => features.includes(owner)),
  )
})

test('other features write and read a table only if the list allows it', () => {
  const allowedUses = [...listedUses].flatMap(([table, { writes, reads }]) => [
    ...[...writes].map((feature) => `${table}: ${feature} writes`),
    ...[...reads].map((feature) => `${table}: ${feature} reads`),
  ])
  expect(foreignUses()).toEqual(allowedUses.sort())
})
