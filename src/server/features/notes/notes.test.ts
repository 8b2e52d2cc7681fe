import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { ContactNote } from '#contract/notes.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let mia: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  mia = await app.member('mia@example.com', ann.organizationId, 'ADMIN')
})
afterAll(() => app.close())

async function addContact() {
  const person = { firstName: 'Hazel', lastName: randomUUID() }
  const { id }: ContactDetail = (await ann.request('POST', '/api/contacts', person)).json
  const path = `/api/contacts/${id}`
  return {
    add: async (body: object, person = ann): Promise<ContactNote> =>
      (await person.request('POST', `${path}/notes`, body)).json,
    change: (note: ContactNote, body: object, person = ann) =>
      person.request('PATCH', `${path}/notes/${note.id}`, body),
    remove: (note: ContactNote, person = ann) => person.request('DELETE', `${path}/notes/${note.id}`),
    listTexts: async () => {
      const page: { items: ContactNote[] } = (await ann.request('GET', `${path}/notes`)).json
      return page.items.map(({ text }) => text)
    },
    getPinnedText: async () =>
      ((await ann.request('GET', path)).json as ContactDetail).pinnedNote?.text ?? null,
    path,
  }
}

test('a note has its author and time; the newest comes first', async () => {
  const contact = await addContact()
  const first = await contact.add({ text: 'Likes the garden\nand the porch' })
  expect(first).toMatchObject({
    text: 'Likes the garden\nand the porch',
    author: { id: ann.userId, name: 'Ada Okafor' },
    isPinned: false,
    isImported: false,
  })
  await contact.add({ text: 'Wants a bigger kitchen' })
  expect(await contact.listTexts()).toEqual(['Wants a bigger kitchen', 'Likes the garden\nand the porch'])
})

test('only one note is pinned', async () => {
  const contact = await addContact()
  const first = await contact.add({ text: 'First', isPinned: true })
  await contact.add({ text: 'Second', isPinned: true })
  expect(await contact.getPinnedText()).toBe('Second')
  await contact.change(first, { isPinned: true }, mia)
  expect(await contact.getPinnedText()).toBe('First')
  await contact.change(first, { isPinned: false })
  expect(await contact.getPinnedText()).toBeNull()
})

test('only the author changes or deletes a note', async () => {
  const contact = await addContact()
  const note = await contact.add({ text: 'Mine' })
  for (const { status, json } of [
    await contact.change(note, { text: 'Yours' }, mia),
    await contact.remove(note, mia),
  ])
    expect([status, (json as ErrorBody).message]).toEqual([403, 'Only Ada Okafor can change this note'])
  expect((await contact.change(note, { text: 'Still mine' })).status).toBe(200)
  expect(await contact.listTexts()).toEqual(['Still mine'])
  expect((await contact.remove(note)).status).toBe(204)
  expect(await contact.listTexts()).toEqual([])
})

test.each([
  ['an empty text', { text: '' }],
  ['only spaces', { text: '  ' }],
  ['a text over 20,000 characters', { text: 'x'.repeat(20_001) }],
  ['no text', {}],
])('rejects %s', async (_, body) => {
  const { path } = await addContact()
  expect((await ann.request('POST', `${path}/notes`, body)).status).toBe(400)
})

test('notes of a deleted contact are not found', async () => {
  const { path } = await addContact()
  await ann.request('DELETE', path)
  expect((await ann.request('GET', `${path}/notes`)).status).toBe(404)
  expect((await ann.request('POST', `${path}/notes`, { text: 'Late' })).status).toBe(404)
})
