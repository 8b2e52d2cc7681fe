import { describe, expect, test } from 'vitest'
import { changeGroup, type ScimGroupDraft } from './scim-group.ts'
import { ScimInputError } from './scim-input.ts'
import { changesOfBody, changesOfPatch } from './scim-patch.ts'
import { changeUser, completeUser, EMPTY_USER, type UserDraft } from './scim-user.ts'

const ANN: UserDraft = {
  ...EMPTY_USER,
  userName: 'ann@example.com',
  givenName: 'Ann',
  familyName: 'Lee',
  active: true,
  emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
}
const patch = (...Operations: object[]) => completeUser(changeUser(ANN, changesOfPatch({ Operations })))
const create = (body: object) => completeUser(changeUser(EMPTY_USER, changesOfBody(body)))
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ScimInputError) return [error.scimType, error.message]
    throw error
  }
  return null
}

describe('A40 changes of a user', () => {
  test.each([
    [{ op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    [{ op: 'replace', path: 'active', value: [{ $ref: null, value: 'false' }] }, { active: false }],
    [{ op: 'replace', value: { active: false } }, { active: false }],
    [{ op: 'Add', path: 'name.givenName', value: 'Anna' }, { givenName: 'Anna' }],
    [
      { op: 'replace', path: 'name', value: { familyName: 'May' } },
      { givenName: 'Ann', familyName: 'May' },
    ],
    [{ op: 'replace', value: { 'name.familyName': 'May' } }, { familyName: 'May' }],
    [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'May@Example.com' },
      { email: 'may@example.com' },
    ],
    [
      { op: 'replace', value: { 'emails[type eq "work"].value': 'may@example.com' } },
      { email: 'may@example.com' },
    ],
    [
      { op: 'add', path: 'emails', value: [{ value: 'may@example.com', primary: true }] },
      { email: 'may@example.com' },
    ],
    [
      { op: 'add', path: 'emails', value: { value: 'may@example.com', type: 'home' } },
      { email: 'ann@example.com' },
    ],
    [{ op: 'remove', path: 'emails[type eq "work"]' }, { email: 'ann@example.com' }],
    [{ op: 'remove', path: 'name.givenName' }, { givenName: null }],
    [{ op: 'replace', path: 'title', value: 'Broker' }, {}],
    [
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'A',
      },
      {},
    ],
    [{ op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' }, {}],
    [{ op: 'replace', value: { id: 'x', __proto__: { active: false } } }, { active: true }],
  ])('applies %j', (operation, expected) => {
    expect(patch(operation)).toMatchObject(expected)
  })

  test.each([
    [{ op: 'move', path: 'active' }, ['invalidSyntax', 'op must be add, replace or remove']],
    [{ op: 'remove' }, ['noTarget', 'Name what to remove in path']],
    [{ op: 'replace', path: 'active', value: 'maybe' }, ['invalidValue', 'active must be true or false']],
    [{ op: 'replace', path: 'userName', value: 7 }, ['invalidValue', 'userName must be a text']],
    [{ op: 'remove', path: 'userName' }, ['invalidValue', 'userName is required']],
    [{ op: 'replace', path: 'id', value: 'x' }, ['mutability', "id can't be changed"]],
    [{ op: 'replace', path: 'emails[', value: 'x' }, ['invalidPath', 'An attribute name is missing']],
    [
      { op: 'replace', path: 'emails[size eq 1].value', value: 'x' },
      ['invalidFilter', 'emails have no attribute size'],
    ],
    [
      { op: 'replace', path: 'emails[value eq "x"].value', value: 'x' },
      ['noTarget', 'No email matches this path'],
    ],
    [{ op: 'replace', path: 'emails.value', value: 'x' }, ['invalidValue', 'The email address is malformed']],
    [
      { op: 'replace', value: 'x' },
      ['invalidValue', 'Without a path, value must be an object with attributes'],
    ],
    [
      { op: 'replace', path: 'displayName', value: 'a\u0000' },
      ['invalidValue', 'Remove the control characters from displayName'],
    ],
  ])('refuses %j', (operation, expected) => {
    expect(refusal(() => patch(operation))).toEqual(expected)
  })

  test('takes the email from the primary entry, then work, then any, then the user name', () => {
    const emails = [
      { value: 'a@example.com' },
      { value: 'b@example.com', type: 'Work' },
      { value: 'c@example.com', primary: 'True' },
    ]
    const email = (entries: object[]) => create({ userName: 'd@example.com', emails: entries }).email
    expect([email(emails), email(emails.slice(0, 2)), email(emails.slice(0, 1)), email([])]).toEqual(
      ['c', 'b', 'a', 'd'].map((name) => `${name}@example.com`),
    )
    expect(refusal(() => create({ userName: 'ann' }))).toEqual([
      'invalidValue',
      'Send a work email address, or use it as the userName',
    ])
  })
})

describe('A40 changes of a group', () => {
  const GROUP: ScimGroupDraft = { displayName: 'Agents', externalId: null, members: new Set(['a', 'b']) }
  const change = (...Operations: object[]) => changeGroup(GROUP, changesOfPatch({ Operations }))

  test.each([
    [{ op: 'add', path: 'members', value: [{ value: 'C', display: 'Cy' }] }, ['a', 'b', 'c']],
    [{ op: 'Add', path: 'members', value: [{ $ref: null, value: 'a' }] }, ['a', 'b']],
    [{ op: 'remove', path: 'members[value eq "A"]' }, ['b']],
    [{ op: 'remove', path: 'members[value eq "a" or value eq "b"]' }, []],
    [{ op: 'Remove', path: 'members', value: [{ value: 'b' }] }, ['a']],
    [{ op: 'remove', path: 'members' }, []],
    [{ op: 'replace', path: 'members', value: [{ value: 'd' }] }, ['d']],
    [{ op: 'replace', value: { id: 'x', displayName: 'Brokers' } }, ['a', 'b']],
  ])('applies %j', (operation, members) => {
    expect([...change(operation).members]).toEqual(members)
  })

  test.each([
    [{ op: 'remove', path: 'displayName' }, ['invalidValue', 'displayName is required']],
    [
      { op: 'add', path: 'members', value: [{}] },
      ['invalidValue', 'Each member needs a value with the id of a user'],
    ],
    [
      { op: 'remove', path: 'members[type eq "User"]' },
      ['invalidFilter', 'Name members as in members[value eq "id"]'],
    ],
    [
      { op: 'add', path: 'members[value eq "c"]' },
      ['invalidPath', 'Only remove can name members by a filter'],
    ],
  ])('refuses %j', (operation, expected) => {
    expect(refusal(() => change(operation))).toEqual(expected)
  })

  test('leaves the group as it was when a later operation fails', () => {
    expect(
      refusal(() => change({ op: 'remove', path: 'members' }, { op: 'remove', path: 'displayName' })),
    ).not.toBeNull()
    expect([...GROUP.members]).toEqual(['a', 'b'])
  })
})
