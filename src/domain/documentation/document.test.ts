import { describe, expect, test } from 'vitest'
import { readDocuments } from '#server/platform/content/documents.ts'
import { parseDocument } from './document.ts'

const HEAD = '---\ntitle: Contacts: all of them\nslug: contacts\nsummary: About people.\n---\n'

describe('a document', () => {
  test('is front matter and sections of blocks', () => {
    expect(parseDocument(`${HEAD}\n## First\n\nOne.\nTwo.\n\n- a\n- b\n\n## Second\n\nThree.\n`)).toEqual({
      title: 'Contacts: all of them',
      slug: 'contacts',
      summary: 'About people.',
      sections: [
        { heading: 'First', blocks: ['One.\nTwo.', '- a\n- b'] },
        { heading: 'Second', blocks: ['Three.'] },
      ],
    })
  })

  test('may end its lines the Windows way', () => {
    const lines = `${HEAD}\n## First\n\nOne.\n`
    expect(parseDocument(lines.replaceAll('\n', '\r\n'))).toEqual(parseDocument(lines))
  })

  test.each([
    ['## First\n\nOne.', 'no front matter'],
    ['---\ntitle: T\nslug: t\n---\n## A\n\nOne.', 'no summary'],
    ['---\ntitle: T\nslug: A b\nsummary: S\n---\n## A\n\nOne.', 'cannot stand in an address'],
    [`${HEAD}Text\n\n## A\n\nOne.`, 'before the first heading'],
    [`${HEAD}## A\n\n## B\n\nOne.`, 'is empty'],
  ])('that is not complete is refused: %j', (text, problem) => {
    expect(() => parseDocument(text)).toThrow(problem)
  })
})

describe('the shipped documentation', () => {
  const documents = readDocuments()

  test('has every document, each under an address of its own', () => {
    expect(documents.map(({ slug }) => slug)).toEqual([
      'billing',
      'contacts',
      'enrichment-and-credits',
      'getting-started',
      'importing',
      'privacy-and-do-not-contact',
      'score',
      'sign-in-and-team',
      'signals',
      'tasks-and-playbooks',
      'troubleshooting',
      'verification',
    ])
  })

  test('is plain text, and no document has the same heading twice', () => {
    for (const { slug, sections } of documents) {
      const headings = sections.map(({ heading }) => heading)
      expect([slug, new Set(headings).size]).toEqual([slug, headings.length])
      const text = sections.flatMap(({ blocks }) => blocks).join('\n')
      expect(text).not.toMatch(/[*`#<>[\]]|https?:/)
    }
  })
})
