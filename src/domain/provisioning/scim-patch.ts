import { parseScimPath, type ScimPath, ScimSyntaxError } from './scim-filter.ts'
import { isObject, type JsonObject, ScimInputError } from './scim-input.ts'

const MAX_OPERATIONS = 1000
const VERBS = ['add', 'replace', 'remove'] as const
type PatchVerb = (typeof VERBS)[number]

/** One change of one attribute. `isExplicit` is false for a key of a body or of a value without a path. */
export type AttributeChange = { verb: PatchVerb; path: ScimPath; value: unknown; isExplicit: boolean }

/** The attributes of a complete resource as changes of an empty one. @throws {ScimInputError} */
export function changesOfBody(body: unknown): AttributeChange[] {
  if (!isObject(body)) throw new ScimInputError('invalidSyntax', 'Send a JSON object')
  return changesOfObject(body, 'replace')
}

/** The changes of a PATCH body, in order. @throws {ScimInputError} */
export function changesOfPatch(body: unknown): AttributeChange[] {
  const operations = isObject(body) ? (body.Operations ?? body.operations) : null
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimInputError('invalidSyntax', 'Send a list of Operations')
  if (operations.length > MAX_OPERATIONS)
    throw new ScimInputError('invalidValue', `Send at most ${MAX_OPERATIONS} operations at once`)
  return operations.flatMap(changesOfOperation)
}

function changesOfOperation(operation: unknown): AttributeChange[] {
  if (!isObject(operation)) throw new ScimInputError('invalidSyntax', 'Each operation must be an object')
  const { op, path, value } = operation
  const verb = VERBS.find((each) => each === String(op).toLowerCase())
  if (!verb) throw new ScimInputError('invalidSyntax', 'op must be add, replace or remove')
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw new ScimInputError('invalidPath', 'path must be a text')
    return [{ verb, path: pathOf(path), value, isExplicit: true }]
  }
  if (verb === 'remove') throw new ScimInputError('noTarget', 'Name what to remove in path')
  if (!isObject(value))
    throw new ScimInputError('invalidValue', 'Without a path, value must be an object with attributes')
  return changesOfObject(value, verb)
}

/** Keys are read as paths: Entra ID sends `name.givenName` and `emails[type eq "work"].value` as keys too. */
function changesOfObject(object: JsonObject, verb: PatchVerb): AttributeChange[] {
  return Object.entries(object).map(([key, value]) => ({ verb, path: pathOf(key), value, isExplicit: false }))
}

function pathOf(text: string): ScimPath {
  try {
    return parseScimPath(text)
  } catch (error) {
    if (error instanceof ScimSyntaxError) throw new ScimInputError('invalidPath', error.message)
    throw error
  }
}

const READ_ONLY_ATTRIBUTES = new Set(['id', 'meta', 'groups', 'schemas'])

/**
 * Refuses a change of an attribute that only we set. Bodies repeat such attributes, which are ignored there.
 *
 * @throws {ScimInputError} mutability
 */
export function requireWritable({ path, isExplicit }: AttributeChange): void {
  if (isExplicit && READ_ONLY_ATTRIBUTES.has(path.attribute))
    throw new ScimInputError('mutability', `${path.attribute} can't be changed`)
}
