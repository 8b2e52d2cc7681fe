import { expect, test } from 'vitest'
import { draftOfPerson, personBody } from './person.ts'
import type { RemotePerson } from './shapes.ts'
import { textOfNote } from './texts.ts'

test('reads the text of an HTML note without its marks', () => {
  const note = { subject: 'Call', body: '<p>Likes &amp; wants<br>a <b>porch</b></p>', isHtml: true }
  expect(textOfNote(note)).toBe('Call\nLikes & wants\na porch')
  expect(textOfNote({ subject: null, body: 'a < b', isHtml: false })).toBe('a < b')
})

const PERSON: RemotePerson = {
  ...{ id: 1, updated: '2026-11-01T00:00:00Z', firstName: 'Ada', lastName: 'Byron', stage: 'Lead', tags: [] },
  emails: [{ value: 'one@example.com' }, { value: 'main@example.com', isPrimary: true, type: 'work' }],
  phones: [],
  addresses: [
    { type: 'work', street: '1 Main St', city: 'Mesa', state: 'AZ', code: '85201' },
    { type: 'home', street: '2 Oak St' },
  ],
}

test('repeats other addresses and numbers when one is changed, since lists replace what is there', () => {
  expect(draftOfPerson(PERSON)).toMatchObject({
    email: 'main@example.com',
    address: '1 Main St',
    phone: null,
  })
  expect(personBody(PERSON, { email: 'new@example.com', city: 'Tempe' })).toEqual({
    emails: [
      { value: 'new@example.com', type: 'work', isPrimary: true },
      { value: 'one@example.com', isPrimary: false },
    ],
    addresses: [
      { type: 'work', street: '1 Main St', city: 'Tempe', state: 'AZ', code: '85201' },
      { type: 'home', street: '2 Oak St' },
    ],
  })
  expect(personBody(PERSON, { email: null }).emails).toEqual([{ value: 'one@example.com' }])
})

test('has no draft of a person without both names', () => {
  expect(draftOfPerson({ ...PERSON, lastName: null })).toBeNull()
})
