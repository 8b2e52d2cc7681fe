import { describe, expect, test } from 'vitest'
import { readingEase, syllablesOf } from './reading-ease.ts'
import { type MeasuredPost, SEO_CHECKS, type SeoCheckId, seoScore } from './seo-score.ts'

const sentence = 'A notice of default says that a loan is late and that the lender has begun to act. '
const NOUNS = 'house street agent letter bank owner court buyer lender roof garden county'.split(' ')
const VERBS = 'sees reads keeps finds takes shows asks wants meets calls'.split(' ')
/** Sentences that are all different. */
const prose = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const noun = (step: number) => NOUNS[((from + index) * step + Math.floor(index / 7)) % NOUNS.length]
    return `The ${noun(1)} ${from + index} ${VERBS[(from + index) % VERBS.length]} a ${noun(5)} ${from + index} near a ${noun(7)}. `
  }).join('')
const part = (heading: string, index: number) =>
  `<h2>${heading}</h2><p>${index === 0 ? sentence : ''}${prose(index * 100, 10)}</p><p>${prose(index * 100 + 20, 10)}</p><p>${prose(index * 100 + 40, 9)}</p>`
/** Filler text without repeated passages. */
const filler = Array.from(
  { length: 60 },
  (_, index) => `lorem${index} ipsum dolor${index * 7} sit amet${index} tempor. `,
).join('')
const GOOD_POST: MeasuredPost = {
  title: 'What a notice of default means for an owner',
  slug: 'notice-of-default',
  metaDescription: `What a notice of default says, what it does not say, and how an agent can help the owner of a home.`,
  excerpt: 'A notice says that a loan is late. It does not say that the house is lost.',
  keywords: ['notice of default', 'foreclosure'],
  content: `<p>${sentence}</p>${['A notice of default', 'What follows', 'Who can help', 'What to do'].map(part).join('')}
    <p><a href="/contact">us</a> <a href="/blog">blog</a> <a href="https://a.example/" rel="noopener nofollow">law</a></p>`,
}
const pointsOf = (id: SeoCheckId, overrides: Partial<MeasuredPost>) => {
  const check = seoScore({ ...GOOD_POST, ...overrides }).checks.find((each) => each.id === id)!
  return [check.points, check.most, check.advice === null]
}

describe('P11 the SEO score', () => {
  test('is 100 when a post passes every check', () => {
    const { score, checks } = seoScore(GOOD_POST)
    expect(checks.filter(({ advice }) => advice !== null)).toEqual([])
    expect(score).toBe(100)
    expect(checks.map(({ id }) => id)).toEqual([...SEO_CHECKS])
  })

  const weakenedPosts: [SeoCheckId, Partial<MeasuredPost>, number][] = [
    ['title-length', { title: 'Notice' }, 0],
    ['title-length', { title: 'A notice of default' }, 3],
    ['title-keyword', { title: 'What a letter of the bank means for an owner' }, 0],
    ['title-keyword', { title: 'What a foreclosure means to the owner of a home' }, 4],
    ['description', { metaDescription: null }, 0],
    ['description', { metaDescription: 'Short.' }, 2],
    ['opening-keyword', { content: GOOD_POST.content.replace(sentence, 'Something else. ') }, 0],
    ['heading-keyword', { content: GOOD_POST.content.replace('<h2>A notice of default', '<h2>A letter') }, 0],
    ['keyword-density', { keywords: ['bankruptcy'] }, 0],
    ['keyword-density', { keywords: ['we'] }, 0],
    ['headings', { content: GOOD_POST.content.replaceAll('h2>', 'h3>') }, 0],
    ['headings', { content: GOOD_POST.content.replace('<h2>What to do</h2>', '<h4>What to do</h4>') }, 7],
    ['length', { content: '<p>Short.</p>' }, 0],
    ['internal-links', { content: GOOD_POST.content.replace('href="/blog"', 'href="#x"') }, 3],
    ['external-links', { content: GOOD_POST.content.replace(' rel="noopener nofollow"', '') }, 0],
    ['image-alt', { content: `${GOOD_POST.content}<img src="/a.png" alt="">` }, 0],
    [
      'reading-ease',
      {
        content: `<p>${'Institutional heterogeneity necessitates organizational recapitalization. '.repeat(9)}</p>`,
      },
      0,
    ],
    ['slug', { slug: 'Not A Slug' }, 0],
    ['slug', { slug: 'letter' }, 2],
    ['excerpt', { excerpt: null }, 0],
  ]
  test.each(weakenedPosts)('scores %s with %o', (id, overrides, points) => {
    const [actualPoints, maxPoints, isPerfect] = pointsOf(id, overrides)
    expect([actualPoints, isPerfect]).toEqual([points, points === maxPoints])
  })

  const longText = prose(0, 130)
  const badTexts: [string, Partial<MeasuredPost>, RegExp][] = [
    ['a wall of text', { content: `<p>${sentence}${longText}</p>` }, /no headings.*more than 300 words/],
    [
      'lines without paragraphs',
      { content: `${sentence}${longText.replaceAll('. ', '.<br>')}` },
      /no headings/,
    ],
    [
      'paragraphs without headings',
      { content: GOOD_POST.content.replace(/<h2>.*?<\/h2>/g, '') },
      /^The text has no headings/,
    ],
    [
      'a repeated part',
      { content: `${GOOD_POST.content}${part('What follows', 1).repeat(4)}` },
      /repeats itself/,
    ],
    [
      'a keyword in every sentence',
      { content: GOOD_POST.content.replaceAll('. ', '. Notice of default. ') },
      /repeated so often/,
    ],
    [
      'a list of the second keyword',
      { content: `${GOOD_POST.content}<p>${'foreclosure, '.repeat(120)}</p>` },
      /repeated so often/,
    ],
    [
      'a few words under perfect fields',
      { content: '<h2>Notice of default</h2><p>Soon.</p>' },
      /fewer than 150/,
    ],
    ['no text at all', { content: '' }, /fewer than 150/],
    [
      'filler text',
      { content: GOOD_POST.content.replace(/<p>(?!<a).*?<\/p>/g, `<p>${filler}</p>`) },
      /like English/,
    ],
    [
      'a list of words',
      { content: GOOD_POST.content.replace(/\b(?:a|an|the|near)\b/gi, '') },
      /like English/,
    ],
    [
      'many frequent keywords',
      {
        keywords: ['notice of default', 'street', 'agent', 'letter', 'bank', 'owner', 'court', 'buyer'],
        content: GOOD_POST.content,
      },
      /repeated so often/,
    ],
    [
      'a text in headings',
      { content: GOOD_POST.content.replace(/<(\/?)p>/g, '<$1h3>') },
      /Much of the text is in headings/,
    ],
    [
      'a page of links',
      { content: GOOD_POST.content.replace(/<p>(?!<a)(.*?)<\/p>/g, '<p><a href="/blog">$1</a></p>') },
      /Much of the text is links/,
    ],
  ]
  test.each(badTexts)('%s scores low and says why', (_, overrides, reason) => {
    const { score, faults } = seoScore({ ...GOOD_POST, ...overrides })
    expect(score).toBeLessThanOrEqual(40)
    expect(faults.join(' ')).toMatch(reason)
  })

  test('takes points for repetition and long paragraphs before they become faults', () => {
    expect(seoScore(GOOD_POST).faults).toEqual([])
    const content = `${GOOD_POST.content}<h2>Again</h2><p>${prose(120, 10)}</p><p>${prose(140, 9)}</p>`
    expect(seoScore({ ...GOOD_POST, content }).faults).toEqual([])
    expect(pointsOf('original', { content })).toEqual([5, 9, false])
    const joinedParagraphs = GOOD_POST.content.replace(/<\/p><p>/g, ' ')
    expect(pointsOf('paragraphs', { content: joinedParagraphs })).toEqual([0, 6, false])
  })

  test('stays between 0 and 100 for empty and huge texts', () => {
    const emptyPost = { title: '', slug: '', metaDescription: null, excerpt: null, content: '', keywords: [] }
    const nest = (tag: string, end: string) => tag.repeat(5000) + end.repeat(5000)
    const texts = [
      ...['', '<p></p>'.repeat(20_000), 'a '.repeat(100_000), '&lt;'.repeat(40_000)],
      ...[nest('<h2>', '</h2>'), nest('<a href="/x">', '</a>')],
    ]
    for (const content of texts) {
      const startedAt = performance.now()
      const { score } = seoScore({ ...emptyPost, content, keywords: ['', '((', 'a'] })
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      expect(performance.now() - startedAt).toBeLessThan(2000)
    }
  })

  test('calculates the Flesch reading ease', () => {
    expect(['cat', 'table', 'reading', 'agreement', 'walked', 'wanted'].map(syllablesOf)).toEqual([
      1, 2, 2, 3, 1, 2,
    ])
    expect(readingEase('The cat sat on the mat.')).toBeGreaterThan(100)
    expect(readingEase('Institutional heterogeneity necessitates recapitalization.')).toBeLessThan(0)
    expect(readingEase('')).toBeNull()
  })
})
