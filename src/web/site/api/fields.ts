/** One table row: a body field or a parameter. */
export type Field = { name: string; type: string; isRequired: boolean; bounds: string }

type Schema = Readonly<Record<string, unknown>>

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'time, ISO 8601',
  date: 'day, YYYY-MM-DD',
  email: 'email address',
  uri: 'URL',
}
/** Limit of listed enum values; the OpenAPI document has them all. */
const MAX_VALUES = 12

/** Fields of an object schema, one level deep; one list per variant of a union. */
export function formsOf(schema: unknown): Field[][] {
  const node = asSchema(schema)
  const choices = schemasIn(node.anyOf ?? node.oneOf)
  if (choices.length > 0) return choices.flatMap(formsOf)
  const properties = asSchema(node.properties)
  const required = Array.isArray(node.required) ? node.required : []
  const fields = Object.entries(properties)
    // An empty schema belongs to a key that is accepted but unused.
    .filter(([, value]) => Object.keys(asSchema(value)).length > 0)
    .map(([name, value]) => fieldOf(name, value, required.includes(name)))
  return fields.length > 0 ? [fields] : []
}

export function fieldOf(name: string, schema: unknown, isRequired: boolean): Field {
  return { name, type: typeOf(schema), isRequired, bounds: boundsOf(schema) }
}

/** Type and field names of a response schema. */
export function contentOf(schema: unknown): { kind: string; names: string[] } {
  const node = asSchema(schema)
  const inner = node.type === 'array' ? asSchema(node.items) : node
  const names = [...new Set(formsOf(inner).flatMap((fields) => fields.map(({ name }) => name)))]
  return { kind: typeOf(node), names }
}

/** The type in words: `string or null`, `list of UUID`. */
function typeOf(schema: unknown): string {
  const node = asSchema(schema)
  const choices = schemasIn(node.anyOf ?? node.oneOf)
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ')
  if ('const' in node) return JSON.stringify(node.const)
  if (typeof node.format === 'string' && FORMATS[node.format]) return FORMATS[node.format] ?? ''
  if (Array.isArray(node.type)) return node.type.join(' or ')
  if (node.type === 'array') return `list of ${pluralOf(typeOf(node.items))}`
  return typeof node.type === 'string' ? node.type : 'any'
}

/** Pluralizes single words: `objects`, `UUIDs`. */
function pluralOf(type: string): string {
  return type.includes(' ') ? type : `${type}s`
}

function boundsOf(schema: unknown): string {
  const node = asSchema(schema)
  const inner = schemasIn(node.anyOf ?? node.oneOf).map(boundsOf)
  const values = Array.isArray(node.enum) ? node.enum.map(String) : []
  const shown = values.slice(0, MAX_VALUES).join(', ') + (values.length > MAX_VALUES ? ', …' : '')
  return [
    shown,
    range(node.minLength, node.maxLength, 'characters'),
    range(limit(node.minimum), limit(node.maximum), ''),
    range(node.minItems, node.maxItems, 'entries'),
    'default' in node ? `default ${JSON.stringify(node.default)}` : '',
    ...inner,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Drops the safe-integer bounds that every integer schema carries. */
function limit(value: unknown): unknown {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined
}

function range(min: unknown, max: unknown, unit: string): string {
  const of = unit ? ` ${unit}` : ''
  const number = (value: unknown) => Number(value).toLocaleString('en-US')
  if (typeof min === 'number' && typeof max === 'number') {
    return `${number(min)} to ${number(max)}${of}`
  }
  if (typeof min === 'number') return `at least ${number(min)}${of}`
  return typeof max === 'number' ? `at most ${number(max)}${of}` : ''
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}
}

function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.map(asSchema) : []
}
