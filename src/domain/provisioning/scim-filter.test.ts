import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseScimFilter, parseScimPath, ScimSyntaxError } from './scim-filter.ts'

const equals = (attribute: string, value: unknown, subAttribute: string | null = null) => ({
  kind: 'equals',
  attribute,
  subAttribute,
  entryFilter: null,
  value,
})

describe('A40 filters', () => {
  test.each([
    ['userName eq "ann@example.com"', equals('username', 'ann@example.com')],
    ['USERNAME EQ "Ann \\"A\\" \\u00e9"', equals('username', 'Ann "A" é')],
    ['emails.value eq "ann@example.com"', equals('emails', 'ann@example.com', 'value')],
    ['active eq true', equals('active', true)],
    ['externalId eq null', equals('externalid', null)],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', equals('username', 'a')],
  ])('reads %s', (text, filter) => {
    expect(parseScimFilter(text)).toEqual(filter)
  })

  test('binds and more tightly than or, and follows brackets', () => {
    const [a, b, c] = [equals('a', 1), equals('b', 2), equals('c', 3)]
    expect(parseScimFilter('a eq 1 or b eq 2 and c eq 3')).toEqual({
      kind: 'or',
      filters: [a, { kind: 'and', filters: [b, c] }],
    })
    expect(parseScimFilter('(a eq 1 or b eq 2) and c eq 3')).toEqual({
      kind: 'and',
      filters: [{ kind: 'or', filters: [a, b] }, c],
    })
  })

  test('reads conditions on the entry of a list', () => {
    expect(parseScimFilter('emails[type eq "work"].value eq "ann@example.com"')).toEqual({
      ...equals('emails', 'ann@example.com', 'value'),
      entryFilter: equals('type', 'work'),
    })
  })

  test.each([
    ['', 'An attribute name is missing'],
    ['userName', 'Expected eq at character 9'],
    ['userName co "a"', "The operator co isn't supported; use eq"],
    ['userName eq a', 'Expected a value in double quotes at character 14'],
    ['userName eq "a', 'Expected a value in double quotes at character 13'],
    ['userName eq "\\x"', 'A text in double quotes is malformed'],
    ['userName eq "a" userName', 'Expected the end at character 17'],
    ['(userName eq "a"', 'Expected ) at character 17'],
    ['emails[type eq "work".value eq "a"', 'Expected ] at character 22'],
    ['a.b.c eq 1', 'An attribute name is malformed'],
    ['((((((a eq 1))))))', 'Use at most 5 levels of brackets'],
    [Array(51).fill('a eq 1').join(' or '), 'Use at most 50 comparisons'],
    [`a eq "${'x'.repeat(2000)}"`, 'Use at most 2000 characters'],
  ])('says what is wrong in %s', (text, message) => {
    expect(() => parseScimFilter(text)).toThrow(new ScimSyntaxError(message))
  })
})

describe('A40 paths of PATCH operations', () => {
  test.each([
    ['active', 'active', null],
    ['name.givenName', 'name', 'givenname'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName', 'name', 'familyname'],
    [
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:department',
      null,
    ],
  ])('reads %s', (text, attribute, subAttribute) => {
    expect(parseScimPath(text)).toEqual({ attribute, subAttribute, entryFilter: null })
  })

  test('reads the entry of a list', () => {
    expect(parseScimPath('members[value eq "1"]')).toEqual({
      attribute: 'members',
      subAttribute: null,
      entryFilter: equals('value', '1'),
    })
    expect(parseScimPath('emails[type eq "work" and primary eq true].value')).toMatchObject({
      attribute: 'emails',
      subAttribute: 'value',
      entryFilter: { kind: 'and' },
    })
  })

  test.each([
    '',
    '.',
    'name.',
    'members[',
    'members[]',
    'emails[type eq "a"]value',
    'emails[type eq "a"].',
    'a b',
  ])('refuses %j', (text) => {
    expect(() => parseScimPath(text)).toThrow(ScimSyntaxError)
  })
})

test('any text is read or refused with a reason', () => {
  const pieces = [
    'userName',
    ' eq ',
    '"a"',
    'and',
    ' or ',
    '(',
    ')',
    '[',
    ']',
    '.value',
    '\\',
    '"',
    'urn:',
    'true',
    ' ',
  ]
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 20 })
      .map((parts) => parts.join('')),
  )
  const parsers = [parseScimFilter, parseScimPath]
  fc.assert(
    fc.property(text, fc.constantFrom(...parsers), (input, parse) => {
      try {
        parse(input)
      } catch (error) {
        if (!(error instanceof ScimSyntaxError)) throw error
      }
    }),
    { numRuns: 1000 },
  )
})
