import type { ScimFilter } from './scim-filter.ts'
import { isObject, listOf, ScimInputError, textOf } from './scim-input.ts'
import { type AttributeChange, requireWritable } from './scim-patch.ts'

/** People that one group can have. */
const MAX_GROUP_MEMBERS = 10_000

export type ScimGroupDraft = {
  displayName: string | null
  externalId: string | null
  /** Ids of users in lower case. */
  members: ReadonlySet<string>
}

/** Applies changes in order; attributes that we don't store are ignored. @throws {ScimInputError} */
export function changeGroup(group: ScimGroupDraft, changes: readonly AttributeChange[]): ScimGroupDraft {
  const draft = { ...group, members: new Set(group.members) }
  for (const change of changes) {
    const value = change.verb === 'remove' ? null : change.value
    requireWritable(change)
    if (change.path.attribute === 'displayname') draft.displayName = textOf('displayName', value)
    else if (change.path.attribute === 'externalid') draft.externalId = textOf('externalId', value)
    else if (change.path.attribute === 'members') changeMembers(draft.members, change)
  }
  if (!draft.displayName) throw new ScimInputError('invalidValue', 'displayName is required')
  if (draft.members.size > MAX_GROUP_MEMBERS)
    throw new ScimInputError('invalidValue', `A group can have up to ${MAX_GROUP_MEMBERS} members`)
  return draft
}

function changeMembers(members: Set<string>, { verb, path, value }: AttributeChange): void {
  if (path.entryFilter) {
    if (verb !== 'remove') throw new ScimInputError('invalidPath', 'Only remove can name members by a filter')
    for (const id of idsIn(path.entryFilter)) members.delete(id)
    return
  }
  const ids = listOf('members', value, MAX_GROUP_MEMBERS).map(idOf)
  if (verb === 'remove') {
    // Entra ID lists the members to remove in the value; without one, all are removed.
    if (value === undefined || value === null) members.clear()
    for (const id of ids) members.delete(id)
    return
  }
  if (verb === 'replace') members.clear()
  for (const id of ids) members.add(id)
}

/** Ids of `value eq "…"`, also of several joined by `or`. */
function idsIn(filter: ScimFilter): string[] {
  if (filter.kind === 'or') return filter.filters.flatMap(idsIn)
  if (filter.kind === 'equals' && filter.attribute === 'value' && filter.subAttribute === null)
    return [String(filter.value).toLowerCase()]
  throw new ScimInputError('invalidFilter', 'Name members as in members[value eq "id"]')
}

function idOf(member: unknown): string {
  const id = textOf('members.value', isObject(member) ? member.value : member)
  if (!id) throw new ScimInputError('invalidValue', 'Each member needs a value with the id of a user')
  return id.toLowerCase()
}
