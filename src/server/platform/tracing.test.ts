import * as api from '@opentelemetry/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { type Database, openDatabase } from './db/database.ts'
import { parseOrganizationId } from './db/organization-id.ts'
import { silentLog } from './log.ts'
import { tracingWith } from './tracing.ts'

const ORGANIZATION = parseOrganizationId('018f0000-0000-7000-8000-000000000001')

const spans: { name: string; attributes: api.Attributes | undefined }[] = []

/** Collects the started spans and records nothing else. */
const tracer: api.Tracer = {
  startSpan(name, options) {
    spans.push({ name, attributes: options?.attributes })
    return api.trace.wrapSpanContext(api.INVALID_SPAN_CONTEXT)
  },
  startActiveSpan(name: string, ...otherArguments: unknown[]) {
    // The product uses one of the three forms of this call.
    const [options, work] = otherArguments as [api.SpanOptions, (span: api.Span) => never]
    return work(tracer.startSpan(name, options))
  },
}

let database: TestDatabase
let pool: Database
beforeAll(async () => {
  api.trace.setGlobalTracerProvider({ getTracer: () => tracer })
  database = await cloneDatabase()
  pool = openDatabase(database.appUrl, { log: silentLog })
})
afterAll(async () => {
  api.trace.disable()
  await pool.close()
  await database.drop()
})

test('every kind of transaction has a span, and read-only ones are marked', async () => {
  const db = tracingWith(api, async () => {}).ofDatabase(pool)
  await db.transaction(async () => {})
  await db.tenant(ORGANIZATION, async () => {})
  await db.read(ORGANIZATION, async () => {})
  expect(spans.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['database transaction', {}],
    ['database tenant', {}],
    ['database tenant', { 'db.read_only': true }],
  ])
})
