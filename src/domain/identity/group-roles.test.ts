import { expect, test } from 'vitest'
import { roleOfGroups } from './group-roles.ts'

const DEFAULTS = { role: 'MEMBER', access: 'own' } as const
const MAPPINGS = [
  { group: 'agents', role: 'MEMBER', access: 'all' },
  { group: 'managers', role: 'ADMIN', access: 'team' },
  { group: 'partners', role: 'OWNER', access: 'own' },
] as const

test('gives the highest role and the widest access of several groups', () => {
  expect(roleOfGroups(['managers', 'agents'], MAPPINGS, DEFAULTS)).toEqual({ role: 'ADMIN', access: 'all' })
  expect(roleOfGroups(['partners'], MAPPINGS, DEFAULTS)).toEqual({ role: 'OWNER', access: 'own' })
})

test('gives the default when no group matches exactly', () => {
  for (const groups of [[], ['Managers'], ['managers '], ['manager']])
    expect(roleOfGroups(groups, MAPPINGS, DEFAULTS)).toEqual(DEFAULTS)
})

test('decides nothing without mapped groups or when the identity provider sends none', () => {
  expect(roleOfGroups(null, MAPPINGS, DEFAULTS)).toBeNull()
  expect(roleOfGroups(['managers'], [], DEFAULTS)).toBeNull()
})
