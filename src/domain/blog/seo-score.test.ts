import { describe, expect, test } from 'vitest'
import { readingEase, syllablesOf } from './reading-ease.ts'
import { type MeasuredPost, SEO_CHECKS, type SeoCheckId, seoScore } from './seo-score.ts'

const sentence = 'A notice of default says that a loan is late and that the lender has begun to act. '
const part = (heading: string) =>
  `<h2>${heading}</h2><p>${sentence.repeat(3)}${'We wait and we read the file again. '.repeat(30)}</p>`
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
    ['title-length', { title: 'A notice of default' }, 4],
    ['title-keyword', { title: 'What a letter of the bank means for an owner' }, 0],
    ['title-keyword', { title: 'What a foreclosure means to the owner of a home' }, 5],
    ['description', { metaDescription: null }, 0],
    ['description', { metaDescription: 'Short.' }, 3],
    ['opening-keyword', { content: GOOD.content.replace(sentence, 'Something else. ') }, 0],
    ['heading-keyword', { content: GOOD.content.replace('<h2>A notice of default', '<h2>A letter') }, 0],
    ['keyword-density', { keywords: ['bankruptcy'] }, 0],
    ['keyword-density', { keywords: ['we'] }, 0],
    ['headings', { content: GOOD.content.replaceAll('h2>', 'h3>') }, 0],
    ['headings', { content: GOOD.content.replace('<h2>What to do</h2>', '<h4>What to do</h4>') }, 7],
    ['length', { content: '<p>Short.</p>' }, 0],
    ['internal-links', { content: GOOD.content.replace('href="/blog"', 'href="#x"') }, 4],
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

  test('stays between 0 and 100 for empty and huge texts', () => {
    const empty = { title: '', slug: '', metaDescription: null, excerpt: null, content: '', keywords: [] }
    const nested = (tag: string, end: string) => tag.repeat(5000) + end.repeat(5000)
    const texts = [
      ...['', '<p></p>'.repeat(20_000), 'a '.repeat(100_000), '&lt;'.repeat(40_000)],
      ...[nested('<h2>', '</h2>'), nested('<a href="/x">', '</a>')],
    ]
    for (const content of texts) {
      const begun = performance.now()
      const { score } = seoScore({ ...empty, content, keywords: ['', '((', 'a'] })
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      expect(performance.now() - begun).toBeLessThan(2000)
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
