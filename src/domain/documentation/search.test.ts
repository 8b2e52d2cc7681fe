import { describe, expect, test } from 'vitest'
import { readDocuments } from '#server/platform/content/documents.ts'
import { readSite } from '#server/platform/content/site.ts'
import { parseDocument } from './document.ts'
import { createSearch } from './search.ts'

const searchDocumentation = createSearch(readDocuments(readSite(null).site))
const sectionsFor = (query: string) =>
  searchDocumentation(query).map(({ slug, anchor }) => `${slug}#${anchor}`)
const HEAD = 'summary: S.\ngroup: Reference\norder: 1\n---\n'
const searchSmallDocument = createSearch([
  parseDocument(
    `---\ntitle: Añejo things\nslug: old\n${HEAD}## Curaçao\n\n${'Filler words stand here. '.repeat(20)}At last the Kingfisher comes, and ${'more follows it. '.repeat(30)}`,
  ),
])

describe('P15 searching the documentation', () => {
  test.each([
    ['undo', 'importing#undo-an-import'],
    ['credits roll over', 'enrichment-and-credits#how-many-credits-you-have'],
    ['vcard', 'contacts#save-a-contact-to-your-phone'],
    ['overdue', 'tasks-and-playbooks#due-dates-and-overdue-tasks'],
    ['api keys', 'api#how-to-get-an-api-key'],
  ])('finds the section for %s', (query, section) => {
    expect(sectionsFor(query).slice(0, 3)).toContain(section)
  })

  test('finds a word by its beginning or part, in any case', () => {
    expect(sectionsFor('foreclos')).toContain('contacts#risk-checks')
    expect(sectionsFor('CLOSURE')).toContain('contacts#risk-checks')
    expect(sectionsFor('vca')).toContain('contacts#save-a-contact-to-your-phone')
    expect(sectionsFor('ard')).toEqual([])
    expect(searchSmallDocument('curac')[0]?.heading).toEqual([{ text: 'Curaçao', isMatch: true }])
    expect(sectionsFor('e-mail failed')).toEqual(sectionsFor('email failed'))
  })

  test('needs a match in the section, not only in the document’s title', () => {
    const hits = searchDocumentation('credit')
    expect(hits.length).toBeGreaterThan(3)
    for (const { heading, excerpt } of hits)
      expect([...heading, ...excerpt].some(({ isMatch }) => isMatch)).toBe(true)
  })

  test('answers a question like the assistant when no section has all its words', () => {
    expect(sectionsFor('Can I upload my Excel spreadsheet?')[0]).toBe('importing#import-a-csv-file')
  })

  test.each(['', '   ', '???', 'sourdough bread', 'kingfishers', '\u0000\ud800'])(
    'finds nothing for "%s"',
    (query) => {
      expect(searchDocumentation(query)).toEqual([])
    },
  )

  test('shows the text around the match and marks it', () => {
    const [hit] = searchSmallDocument('kingfisher')
    const text = hit?.excerpt.map((piece) => piece.text).join('') ?? ''
    expect(hit?.excerpt.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'Kingfisher', isMatch: true }])
    expect(text).toMatch(/^… .+ …$/)
    expect(text.length).toBeLessThan(260)
  })

  test('quotes the section in the excerpt', () => {
    const [hit] = searchDocumentation('munoz')
    expect(hit?.excerpt.map(({ text }) => text).join('')).toContain('munoz finds Muñoz')
    expect(hit?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['munoz', 'Muñoz'])
  })

  test('handles long queries quickly and returns at most 12 sections', () => {
    const startedAt = performance.now()
    for (const query of ['a'.repeat(5000), 'a b c d e f g h i j '.repeat(400), 'the '.repeat(1000)])
      expect(searchDocumentation(query).length).toBeLessThanOrEqual(12)
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})
