import { describe, expect, test } from 'vitest'
import { readingEase, syllablesOf } from './reading-ease.ts'
import { type MeasuredPost, SEO_CHECKS, type SeoCheckId, seoScore } from './seo-score.ts'

const sentence = 'A notice of default says that a loan is late and that the lender has begun to act. '
const NOUNS = 'house street agent letter bank owner court buyer lender roof garden county'.split(' ')
const VERBS = 'sees reads keeps finds takes shows asks wants meets calls'.split(' ')
/** Sentences that are all different. */
const prose = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const noun = (step: number) => NOUNS[((from + n) * step + Math.floor(n / 7)) % NOUNS.length]
    return `The ${noun(1)} ${from + n} ${VERBS[(from + n) % VERBS.length]} a ${noun(5)} ${from + n} near a ${noun(7)}. `
  }).join('')
const part = (heading: string, at: number) =>
  `<h2>${heading}</h2><p>${at === 0 ? sentence : ''}${prose(at * 100, 10)}</p><p>${prose(at * 100 + 20, 10)}</p><p>${prose(at * 100 + 40, 9)}</p>`
/** Words that look like a text, all different enough not to repeat. */
const filler = Array.from(
  { length: 60 },
  (_, n) => `lorem${n} ipsum dolor${n * 7} sit amet${n} tempor. `,
).join('')
const GOOD: MeasuredPost = {
  title: 'What a notice of default means for an owner',
  slug: 'notice-of-default',
  metaDescription: `What a notice of default says, what it does not say, and how an agent can help the owner of a home.`,
  excerpt: 'A notice says that a loan is late. It does not say that the house is lost.',
  keywords: ['notice of default', 'foreclosure'],
  content: `<p>${sentence}</p>${['A notice of default', 'What follows', 'Who can help', 'What to do'].map(part).join('')}
    <p><a href="/contact">us</a> <a href="/blog">blog</a> <a href="https://a.example/" rel="noopener nofollow">law</a></p>`,
}
const pointsOf = (id: SeoCheckId, change: Partial<MeasuredPost>) => {
  const check = seoScore({ ...GOOD, ...change }).checks.find((each) => each.id === id)!
  return [check.points, check.most, check.advice === null]
}

describe('P11 the SEO score', () => {
  test('is 100 when a post passes every check', () => {
    const { score, checks } = seoScore(GOOD)
    expect(checks.filter(({ advice }) => advice !== null)).toEqual([])
    expect(score).toBe(100)
    expect(checks.map(({ id }) => id)).toEqual([...SEO_CHECKS])
  })

  const worse: [SeoCheckId, Partial<MeasuredPost>, number][] = [
    ['title-length', { title: 'Notice' }, 0],
    ['title-length', { title: 'A notice of default' }, 3],
    ['title-keyword', { title: 'What a letter of the bank means for an owner' }, 0],
    ['title-keyword', { title: 'What a foreclosure means to the owner of a home' }, 4],
    ['description', { metaDescription: null }, 0],
    ['description', { metaDescription: 'Short.' }, 2],
    ['opening-keyword', { content: GOOD.content.replace(sentence, 'Something else. ') }, 0],
    ['heading-keyword', { content: GOOD.content.replace('<h2>A notice of default', '<h2>A letter') }, 0],
    ['keyword-density', { keywords: ['bankruptcy'] }, 0],
    ['keyword-density', { keywords: ['we'] }, 0],
    ['headings', { content: GOOD.content.replaceAll('h2>', 'h3>') }, 0],
    ['headings', { content: GOOD.content.replace('<h2>What to do</h2>', '<h4>What to do</h4>') }, 7],
    ['length', { content: '<p>Short.</p>' }, 0],
    ['internal-links', { content: GOOD.content.replace('href="/blog"', 'href="#x"') }, 3],
    ['external-links', { content: GOOD.content.replace(' rel="noopener nofollow"', '') }, 0],
    ['image-alt', { content: `${GOOD.content}<img src="/a.png" alt="">` }, 0],
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
  test.each(worse)('%s: %o', (id, change, points) => {
    const [got, most, isPerfect] = pointsOf(id, change)
    expect([got, isPerfect]).toEqual([points, points === most])
  })

  const words = prose(0, 130)
  const pasted: [string, Partial<MeasuredPost>, RegExp][] = [
    ['a wall of text', { content: `<p>${sentence}${words}</p>` }, /no headings.*more than 300 words/],
    ['lines without paragraphs', { content: `${sentence}${words.replaceAll('. ', '.<br>')}` }, /no headings/],
    [
      'paragraphs without headings',
      { content: GOOD.content.replace(/<h2>.*?<\/h2>/g, '') },
      /^The text has no headings/,
    ],
    [
      'the same part again and again',
      { content: `${GOOD.content}${part('What follows', 1).repeat(4)}` },
      /repeats itself/,
    ],
    [
      'a keyword in every sentence',
      { content: GOOD.content.replaceAll('. ', '. Notice of default. ') },
      /repeated so often/,
    ],
    [
      'a list of the second keyword',
      { content: `${GOOD.content}<p>${'foreclosure, '.repeat(120)}</p>` },
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
      { content: GOOD.content.replace(/<p>(?!<a).*?<\/p>/g, `<p>${filler}</p>`) },
      /like English/,
    ],
    ['a list of words', { content: GOOD.content.replace(/\b(?:a|an|the|near)\b/gi, '') }, /like English/],
    [
      'many keywords in turn',
      {
        keywords: ['notice of default', 'street', 'agent', 'letter', 'bank', 'owner', 'court', 'buyer'],
        content: GOOD.content,
      },
      /repeated so often/,
    ],
    [
      'a text in headings',
      { content: GOOD.content.replace(/<(\/?)p>/g, '<$1h3>') },
      /Much of the text is in headings/,
    ],
    [
      'a page of links',
      { content: GOOD.content.replace(/<p>(?!<a)(.*?)<\/p>/g, '<p><a href="/blog">$1</a></p>') },
      /Much of the text is links/,
    ],
  ]
  test.each(pasted)('%s scores low and says why', (_, change, reason) => {
    const { score, faults } = seoScore({ ...GOOD, ...change })
    expect(score).toBeLessThanOrEqual(40)
    expect(faults.join(' ')).toMatch(reason)
  })

  test('repeats and long paragraphs lose points before they are faults', () => {
    expect(seoScore(GOOD).faults).toEqual([])
    const content = `${GOOD.content}<h2>Again</h2><p>${prose(120, 10)}</p><p>${prose(140, 9)}</p>`
    expect(seoScore({ ...GOOD, content }).faults).toEqual([])
    expect(pointsOf('original', { content })).toEqual([5, 9, false])
    const joined = GOOD.content.replace(/<\/p><p>/g, ' ')
    expect(pointsOf('paragraphs', { content: joined })).toEqual([0, 6, false])
  })

  test('stays between 0 and 100 for empty and huge texts', () => {
    const empty = { title: '', slug: '', metaDescription: null, excerpt: null, content: '', keywords: [] }
    const nested = (tag: string, end: string) => tag.repeat(5000) + end.repeat(5000)
    const texts = [
      ...['', '<p></p>'.repeat(20_000), 'a '.repeat(100_000), '&lt;'.repeat(40_000)],
      ...[nested('<h2>', '</h2>'), nested('<a href="/x">', '</a>')],
    ]
    for (const content of texts) {
      const startedAt = performance.now()
      const { score } = seoScore({ ...empty, content, keywords: ['', '((', 'a'] })
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      expect(performance.now() - startedAt).toBeLessThan(2000)
    }
  })

  test('reading ease follows Flesch', () => {
    expect(['cat', 'table', 'reading', 'agreement', 'walked', 'wanted'].map(syllablesOf)).toEqual([
      1, 2, 2, 3, 1, 2,
    ])
    expect(readingEase('The cat sat on the mat.')).toBeGreaterThan(100)
    expect(readingEase('Institutional heterogeneity necessitates recapitalization.')).toBeLessThan(0)
    expect(readingEase('')).toBeNull()
  })
})
