import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from './migrate.ts'

/** Changes that break a process of the previous release, which still runs during an upgrade. */
const CONTRACTS = [
  /\bdrop\s+column\b/i,
  /\bdrop\s+table\b/i,
  /\brename\s+(to|column|constraint)\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
]
const MARKER = /^-- contract: no release since \d+\.\d+\.\d+ uses .+$/m

/** Changes of a migration that break the previous release, unless it explains why not. */
function violationsIn(sql: string): string[] {
  const statements = sql.replace(/--.*$/gm, '')
  if (MARKER.test(sql)) return []
  return CONTRACTS.flatMap((pattern) => pattern.exec(statements)?.[0] ?? [])
}

describe('Trust 24 migrations expand first and contract a release later', () => {
  test.each(readdirSync(MIGRATIONS))('%s leaves the previous release working', (name) => {
    expect(violationsIn(readFileSync(path.join(MIGRATIONS, name), 'utf8'))).toEqual([])
  })

  test.each([
    'alter table contacts drop column age;',
    'alter table contacts rename column age to years;',
    'alter table contacts alter column age type bigint;',
    'alter table contacts alter column age set data type bigint;',
    'alter table contacts alter column age set not null;',
    'drop table contacts;',
  ])('finds a wrong migration: %s', (sql) => {
    expect(violationsIn(sql)).toHaveLength(1)
    expect(violationsIn(`-- contract: soon\n${sql}`)).toHaveLength(1)
    expect(violationsIn(`-- contract: no release since 1.4.0 uses contacts.age\n${sql}`)).toEqual([])
    expect(violationsIn(`-- ${sql}`)).toEqual([])
  })
})
