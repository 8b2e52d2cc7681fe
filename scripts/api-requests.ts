// Prints generated requests to each call of the public API as JSON: queries and bodies, many with a mistake. They name objects
// by the id of the examples.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { exampleOf, SAMPLE_ID } from '#contract/v1/examples.ts'
import { encode, hostileBody, hostileQuery, validOf } from '#test/contract-arbitrary.ts'

const CONTRACTS = path.resolve(import.meta.dirname, '../src/contract/v1')
const SEED = 23
const [count = 10] = process.argv.slice(2).map(Number)

const requests: Record<string, { query: string; body?: string }[]> = {}
for (const file of readdirSync(CONTRACTS)) {
  const declared: Record<string, unknown> = await import(pathToFileURL(path.join(CONTRACTS, file)).href)
  for (const endpoint of Object.values(declared).filter(isEndpoint)) {
    const { body, query, operationId = '' } = endpoint
    const request = fc.record({
      query: fc.oneof(hostileQuery(query, {}), singleQuery(query)),
      ...(body && { body: hostileBody(body, valuesOf(endpoint)) }),
    })
    requests[operationId] = fc.sample(request, { numRuns: count, seed: SEED })
  }
}
process.stdout.write(JSON.stringify({ sampleId: SAMPLE_ID, requests }))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'operationId' in value
}

/** No parameter or one, which more calls accept than all of them together. */
function singleQuery(schema: z.core.$ZodType | undefined): fc.Arbitrary<string> {
  const fields = Object.entries((schema as z.ZodObject | undefined)?.shape ?? {})
  if (fields.length === 0) return fc.constant('')
  return fc.oneof(
    ...fields.map(([name, inner]) =>
      validOf(inner, {}, name).map((value) =>
        value === undefined ? '' : `${name}=${encode(String(value))}`,
      ),
    ),
  )
}

/** Values of the example by field name. */
function valuesOf(endpoint: Endpoint): Record<string, unknown[]> {
  const values: Record<string, unknown[]> = {}
  const text = / -d '(.*)'$/s.exec(exampleOf(endpoint).command)?.[1]
  JSON.parse(text ?? 'null', (field, value: unknown) => {
    values[field] = [...(values[field] ?? []), value]
    return value
  })
  return values
}
