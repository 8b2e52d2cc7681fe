import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import '#server/features/backups/service.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { registry } from '#server/platform/metrics.ts'
import '#server/platform/metrics-collector.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

const root = path.resolve(import.meta.dirname, '../..')
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8')
const operating = readText('docs/operating.md')
/** The words in backticks in a text. */
const codeWords = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '')
const cells = (text: string, column: number) =>
  text.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|')[column + 1] ?? ''] : []))
/** The text under a level-2 heading, up to the next one. */
const section = (text: string, title: string) =>
  text.split(/^## /m).find((part) => part.startsWith(title)) ?? ''

/** Every variable that config.ts reads. */
const settings = [...readText('src/server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
  ([, name]) => name ?? '',
)

describe('operator documentation', () => {
  test('the README lists exactly the environment variables in use', () => {
    const documented = cells(section(readText('README.md'), 'Settings'), 0).flatMap(codeWords)
    // OpenTelemetry's own variables are listed as one.
    const isDocumented = (name: string) => documented.includes(name.startsWith('OTEL_') ? 'OTEL_…' : name)
    expect(settings.filter((name) => name !== 'NODE_ENV' && !isDocumented(name))).toEqual([])
    const notInConfig = ['TEST_DATABASE_URL', 'OTEL_…']
    expect(documented.filter((name) => !settings.includes(name) && !notInConfig.includes(name))).toEqual([])
  })

  test('alarms and runbook name only existing metrics', async () => {
    const existingMetrics = registry.getMetricsAsArray().map(({ name }) => name)
    const namedMetrics = [...operating.matchAll(/ninefold_[a-z_]+/g)].map(([name]) => name)
    expect(namedMetrics.length).toBeGreaterThan(8)
    expect([...new Set(namedMetrics)].filter((name) => !existingMetrics.includes(name))).toEqual([])
  })

  test('each alarm links to its runbook section', () => {
    const headings = [...operating.matchAll(/^##+ (.+)$/gm)].map(([, title]) =>
      title?.toLowerCase().replaceAll(',', '').replaceAll(' ', '-'),
    )
    const links = [...section(operating, 'Alarms').matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target)
    expect(links.length).toBeGreaterThan(8)
    expect(links.filter((target) => !headings.includes(target))).toEqual([])
  })
})

describe('data retention', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase()
  })
  afterAll(() => database.drop())

  test('is documented for exactly the existing tables', async () => {
    const owner = openDatabase(database.ownerUrl, { log: silentLog, max: 1 })
    const rows = await owner.rows<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    await owner.close()
    const documented = section(operating, 'Data retention')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap(codeWords)
    expect(documented.sort()).toEqual(rows.map(({ name }) => name).sort())
  })
})

describe('service and container files', () => {
  const files = ['deploy/ninefold.service', 'deploy/Containerfile', 'deploy/compose.example.yaml']

  test.each(files)('%s names only existing things and contains no secret', (file) => {
    const text = readText(file).replace(/^#.*$/gm, '')
    const paths = text.match(/\b(scripts|deploy|docs|src)\/[\w./-]+/g) ?? []
    expect(paths.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
    const assigned = [...text.matchAll(/\b([A-Z][A-Z_]{3,})\s*[=:]\s*(?=[\w/])/g)].map(
      ([, name]) => name ?? '',
    )
    const unknownSettings = assigned.filter(
      (name) => !settings.includes(name) && !/^POSTGRES_|^HEALTHCHECK$/.test(name),
    )
    expect(unknownSettings).toEqual([])
    expect(assigned.filter((name) => /KEY|TOKEN|SECRET/.test(name))).toEqual([])
  })

  test('the service allows enough time to stop, and the image checks the right health URL', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(readText('deploy/ninefold.service')) ?? []
    expect(Number(seconds)).toBeGreaterThan(10)
    expect(readText('deploy/Containerfile')).toContain('/healthz')
    expect(readText('deploy/Containerfile')).toMatch(/^USER ninefold$/m)
  })
})
