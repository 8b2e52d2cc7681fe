import { describe, expect, test } from 'vitest'
import { readDocuments } from '#server/platform/content/documents.ts'
import { readSite } from '#server/platform/content/site.ts'
import { anchorOf, DOCUMENT_GROUPS, type Document, parseDocument, plainText } from './document.ts'

const HEAD =
  '---\ntitle: Contacts: all of them\nslug: contacts\nsummary: About people.\ngroup: Reference\norder: 2\n---\n'
const words = (text: string) => [{ kind: 'text', text }]

test('reads code between fences as it is, with blank lines', () => {
  const { sections } = parseDocument(`${HEAD}## A\n\nOne.\n\n\`\`\`ts\nlet a\n\n- b\n\`\`\`\n\nTwo.`)
  expect(sections[0]?.blocks.map(plainText)).toEqual(['One.', 'let a\n\n- b', 'Two.'])
  expect(sections[0]?.blocks[1]).toEqual({ kind: 'code', text: 'let a\n\n- b' })
})

describe('parseDocument', () => {
  test('reads front matter and sections of blocks', () => {
    const text = `${HEAD}\n## First\n\nOne.\nTwo.\n\n- a\n- **b**\n\n## Second\n\n1. Sign in\n2. Import\n`
    expect(parseDocument(text)).toEqual({
      title: 'Contacts: all of them',
      slug: 'contacts',
      summary: 'About people.',
      group: 'Reference',
      order: 2,
      sections: [
        {
          heading: 'First',
          blocks: [
            { kind: 'paragraph', content: words('One. Two.') },
            { kind: 'list', isOrdered: false, items: [words('a'), [{ kind: 'strong', text: 'b' }]] },
          ],
        },
        {
          heading: 'Second',
          blocks: [{ kind: 'list', isOrdered: true, items: [words('Sign in'), words('Import')] }],
        },
      ],
    })
  })

  test('gives the assistant plain text', () => {
    const { sections } = parseDocument(
      `${HEAD}\n## A\n\nSee [b](/documentation/b).\n\n- c\n- d\n\n1. **e**\n2. f\n`,
    )
    expect(sections[0]?.blocks.map(plainText)).toEqual(['See b.', '- c\n- d', '1. e\n2. f'])
  })

  test('accepts Windows line endings', () => {
    const lines = `${HEAD}\n## First\n\nOne.\n\n- a\n- b\n`
    expect(parseDocument(lines.replaceAll('\n', '\r\n'))).toEqual(parseDocument(lines))
  })

  test.each([
    ['## First\n\nOne.', 'no front matter'],
    ['---\ntitle: T\nslug: t\ngroup: Reference\norder: 1\n---\n## A\n\nOne.', 'no summary'],
    [`${HEAD.replace('slug: contacts', 'slug: A b')}## A\n\nOne.`, 'is invalid'],
    [`${HEAD.replace('Reference', 'Elsewhere')}## A\n\nOne.`, 'Unknown group "Elsewhere"'],
    [`${HEAD.replace('order: 2', 'order: last')}## A\n\nOne.`, 'must be a whole number'],
    [`${HEAD}Text\n\n## A\n\nOne.`, 'before the first heading'],
    [`${HEAD}## A\n\n## B\n\nOne.`, 'is empty'],
    [`${HEAD}## A\n\nOne:\n- two`, 'mixes a list with text'],
    [`${HEAD}## A\n\n**One`, 'not closed'],
  ])('rejects %j', (text, problem) => {
    expect(() => parseDocument(text)).toThrow(problem)
  })
})

const OWN_PAGES = ['/api', '/contact', '/integrations', '/privacy', '/sample']

describe('the shipped documentation', () => {
  const { site } = readSite(null)
  const documents = readDocuments(site)
  const text = (document: Document) => JSON.stringify(document)

  test('has every document once, in reading order', () => {
    expect(documents.map(({ slug }) => slug)).toEqual([
      'quick-start',
      'getting-started',
      'best-practices',
      'today',
      'contacts',
      'importing',
      'enrichment-and-credits',
      'verification',
      'tasks-and-playbooks',
      'calling-within-the-law',
      'analytics',
      'score',
      'signals',
      'sign-in-and-team',
      'billing',
      'privacy-and-do-not-contact',
      'teams-and-access',
      'brokerages',
      'single-sign-on',
      'your-brand-and-domain',
      'webhooks',
      'follow-up-boss',
      'faq',
      'troubleshooting',
      'api',
      'words-and-terms',
      'legal-questions',
      'legal-selling',
      'ai-assistants',
      'api-errors',
    ])
    expect([...new Set(documents.map(({ group }) => group))]).toEqual([...DOCUMENT_GROUPS])
    const positions = documents.map(({ group, order }) => `${group} ${order}`)
    expect(new Set(positions).size).toBe(positions.length)
  })

  test('becomes clean plain text and has no duplicate anchors', () => {
    for (const { slug, sections } of documents) {
      const anchors = sections.map(({ heading }) => anchorOf(heading))
      expect([slug, new Set(anchors).size]).toEqual([slug, anchors.length])
      for (const anchor of anchors) expect(anchor).toMatch(/^[a-z0-9-]+$/)
      const plainDocument = sections
        .flatMap(({ blocks }) => blocks.filter(({ kind }) => kind !== 'code').map(plainText))
        .join('\n')
      expect(plainDocument).not.toMatch(/[*`#<>[\]{}]|https?:/)
    }
  })

  test('links only to sections and pages that exist', () => {
    const paths = new Set(OWN_PAGES)
    for (const { slug, sections } of documents) {
      paths.add(`/documentation/${slug}`)
      for (const { heading } of sections) paths.add(`/documentation/${slug}#${anchorOf(heading)}`)
    }
    const links = documents.flatMap((document) =>
      [...text(document).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href),
    )
    expect(links.length).toBeGreaterThan(40)
    expect(links.filter((href) => !paths.has(href ?? ''))).toEqual([])
  })

  test('P17 contains only facts of the operator', () => {
    const rebranded = readDocuments({
      ...site,
      brand: { ...site.brand, name: 'Elm **Street** [Data]' },
      terms: { ...site.terms, retentionDays: 77, moneyBackDays: 21, paymentRetries: 5 },
      mailboxes: { ...site.mailboxes, support: 'help@elm.example' },
      claims: { ...site.claims, accuracy: '61-62%' },
    })
    const rebrandedText = rebranded.map(text).join('\n')
    expect(rebrandedText).not.toMatch(/ninefold|78-85|\b90 days|\{\{/i)
    for (const fact of [
      'Elm **Street** [Data]',
      '77 days',
      '21-day',
      'up to 5 more times',
      'help@elm.example',
      '61-62%',
    ])
      expect(rebrandedText).toContain(fact)
    expect(documents.map(text).join('\n')).toContain('Professional costs 79 dollars a month')
  })
})
