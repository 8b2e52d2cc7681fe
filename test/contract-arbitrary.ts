import fc from 'fast-check'
import type { z } from 'zod'

/** Unexpected values: texts that break databases, files, pages and parsers, and values of other types. */
const HOSTILE_TEXT = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\ufeff',
  '__proto__',
  "'; drop table contacts; --",
  '%',
  '\\',
  '=cmd|x',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'x'.repeat(5000),
  '😀'.repeat(60),
  'e\u0301'.repeat(101),
  '9'.repeat(400),
  '-1',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  '2026-02-30T25:61:00Z',
  '+275760-09-13T00:00:00.001Z',
  '294277-01-01',
  '0000-00-00',
  '00000000-0000-0000-0000-00000000000g',
]
const NUMBERS = [0, -0, -1, 0.1, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63), 2 ** 64]

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXT) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], ['x'], ...NUMBERS) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** Valid values by field name, for rules a schema doesn't express. */
export type ValidValues = Readonly<Record<string, readonly unknown[]>>

type Bounds = { min?: number; max?: number }

/** Valid values of a contract schema, often at its limits. */
export function validOf(
  schema: z.core.$ZodType,
  validValues: ValidValues = {},
  field = '',
): fc.Arbitrary<unknown> {
  const shaped = byShape(schema, validValues, field)
  const samples = validValues[field]
  return samples?.length
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...samples) }, { weight: 1, arbitrary: shaped })
    : shaped
}

function byShape(schema: z.core.$ZodType, validValues: ValidValues, field: string): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const validInner = (inner: z.core.$ZodType) => validOf(inner, validValues, field)
  switch (def.type) {
    case 'object':
      return recordOf(def.shape, validValues)
    case 'pipe':
      return def.in._zod.def.type === 'transform' ? hostile : clip(validInner(def.in), boundsOf(def.out))
    case 'string':
      return textOf(schema)
    case 'number':
      return numberOf(boundsOf(schema))
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'union':
      return fc.oneof(...def.options.map(validInner))
    case 'array':
      return fc.array(validInner(def.element), { minLength: boundsOf(schema).min ?? 0, maxLength: 4 })
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 12 }), validInner(def.valueType), { maxKeys: 4 })
    case 'optional':
    case 'default':
      return fc.option(validInner(def.innerType), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(validInner(def.innerType), { freq: 4 })
    case 'unknown':
    case 'never':
      return hostile
    default:
      throw new Error(`Nothing generates the kind ${def.type} of the contract`)
  }
}

function recordOf(shape: Record<string, z.core.$ZodType>, validValues: ValidValues): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).filter(([, inner]) => typeOf(inner) !== 'never')
  const record = Object.fromEntries(fields.map(([key, inner]) => [key, validOf(inner, validValues, key)]))
  return fc.record(record)
}

/** Unwraps optional and nullable types. */
function typeOf(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' ? typeOf(def.innerType) : def.type
}

function textOf(schema: z.core.$ZodType): fc.Arbitrary<string> {
  const { def } = schema as unknown as z.core.$ZodString & { def: { format?: string } }
  if (def.format === 'uuid') return fc.uuid()
  const pattern = schema._zod.bag.patterns as Set<RegExp> | undefined
  if (pattern?.size) return fc.stringMatching([...pattern][0] as RegExp)
  return clip(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    boundsOf(schema),
  ) as fc.Arbitrary<string>
}

function numberOf({ min, max }: Bounds): fc.Arbitrary<number> {
  const [lowest, highest] = [Math.ceil(min ?? -1000), Math.floor(max ?? 1_000_000)]
  return fc.oneof(fc.integer({ min: lowest, max: highest }), fc.constantFrom(lowest, highest))
}

/** Texts within the length limits, including the longest. */
function clip(values: fc.Arbitrary<unknown>, { min, max }: Bounds): fc.Arbitrary<unknown> {
  if (min === undefined && max === undefined) return values
  const rounded = values.map((value) =>
    typeof value === 'string' ? value.padEnd(min ?? 0, 'x').slice(0, max) : value,
  )
  if (max === undefined || max > 10_000) return rounded
  return fc.oneof({ weight: 5, arbitrary: rounded }, { weight: 1, arbitrary: fc.constant('y'.repeat(max)) })
}

function boundsOf(schema: z.core.$ZodType): Bounds {
  const { minimum, maximum, ...exclusiveBounds } = schema._zod.bag as Record<string, number | undefined>
  const [lowest, highest] = [
    minimum ?? exclusiveBounds.exclusiveMinimum,
    maximum ?? exclusiveBounds.exclusiveMaximum,
  ]
  return {
    ...(lowest === undefined ? {} : { min: lowest }),
    ...(highest === undefined ? {} : { max: highest }),
  }
}

/** Request bodies, mostly valid except for one mistake; some are not JSON. */
export function hostileBody(schema: z.core.$ZodType, validValues: ValidValues): fc.Arbitrary<string> {
  const validBodies = validOf(schema, validValues)
  return fc.oneof(
    { weight: 4, arbitrary: validBodies.map(toJson) },
    { weight: 8, arbitrary: fc.tuple(validBodies, fc.nat(), hostile).map(replaceOne) },
    { weight: 2, arbitrary: fc.tuple(validBodies, hostileText, hostile).map(addOne) },
    { weight: 2, arbitrary: fc.tuple(validBodies, fc.nat(), hostile).map(repeatOne) },
    { weight: 1, arbitrary: fc.tuple(validBodies, fc.nat()).map(truncate) },
    { weight: 1, arbitrary: fc.constantFrom(...DEEP_JSON) },
    { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string({ unit: 'binary' })) },
  )
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? ''
const DEEP_JSON = [
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '1e999',
]

/** Replaces one value anywhere in a body. */
function replaceOne([value, at, replacement]: [unknown, number, unknown]): string {
  const positions: [Record<string, unknown>, string][] = []
  const copy: unknown = JSON.parse(toJson(value) || 'null')
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return
    for (const key of Object.keys(each)) {
      positions.push([each as Record<string, unknown>, key])
      visit((each as Record<string, unknown>)[key])
    }
  }
  visit(copy)
  const position = positions[at % Math.max(positions.length, 1)]
  if (!position) return toJson(replacement)
  position[0][position[1]] = replacement
  return toJson(copy)
}

const addOne = ([value, key, replacement]: [unknown, string, unknown]): string =>
  typeof value === 'object' && value !== null
    ? toJson({ ...value, [key]: replacement })
    : toJson([value, replacement])

/** Repeats a key with a different value. */
function repeatOne([value, at, replacement]: [unknown, number, unknown]): string {
  const keys = Object.keys((value as object | null) ?? {})
  const key = toJson(keys[at % Math.max(keys.length, 1)] ?? 'id')
  return toJson(value).replace(/}$/, `,${key}:${toJson(replacement)}}`)
}

const truncate = ([value, at]: [unknown, number]): string =>
  toJson(value).slice(0, at % (toJson(value).length + 1))

/** Query strings: valid, with a mistake, with repeated names, and malformed. */
export function hostileQuery(
  schema: z.core.$ZodType | undefined,
  validValues: ValidValues,
): fc.Arbitrary<string> {
  const names = schema ? Object.keys((schema as z.ZodObject).shape ?? {}) : []
  const name = fc.constantFrom('x', 'constructor', ...names)
  const pair = fc
    .tuple(fc.oneof(name, hostileText), fc.constantFrom('', '[]', '[x]', '.x'), hostileText)
    .map(([key, tail, value]) => `${encode(key)}${tail}=${encode(value)}`)
  const validQueries = (schema ? validOf(schema, validValues) : fc.constant({})).map((query) =>
    Object.entries(query as object)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => `${key}=${encode(String(value))}`),
  )
  const garbage = fc.constantFrom('%', '%00=%ff', '&&&', '=', 'a'.repeat(5000), '__proto__[x]=1', '?')
  return fc.oneof(
    { weight: 4, arbitrary: validQueries.map((pairs) => pairs.join('&')) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(validQueries, fc.array(pair, { maxLength: 3 }))
        .map((pairs) => pairs.flat().join('&')),
    },
    { weight: 1, arbitrary: garbage },
  )
}

/** Path segments as bytes a client can send. */
export const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
