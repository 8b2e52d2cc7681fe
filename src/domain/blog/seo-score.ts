import { z } from 'zod'
import { comparableWords, countOccurrences, mentions } from './keyword-matches.ts'
import { plainText, wordCount } from './plain-text.ts'
import { readingEase } from './reading-ease.ts'
import { isSlug } from './slug.ts'
import { faultsOf, MAX_SCORE_WITH_FAULT, measureTextFaults, type TextMeasures } from './text-faults.ts'

/** The post to score; `content` is sanitized HTML with `nofollow` on links to other sites. */
export type MeasuredPost = {
  title: string
  slug: string
  metaDescription: string | null
  excerpt: string | null
  content: string
  /** The first is the main one. */
  keywords: readonly string[]
}

/** The facts about a post that the rules check. */
type PostFacts = MeasuredPost &
  TextMeasures & {
    text: string
    foldedWords: readonly string[]
    openingWords: readonly string[]
    headings: readonly { level: number; text: string }[]
    longestPart: number
    /** Words that count toward the length: at most `MAX_PART_WORDS` per part, without repeated passages. */
    countedWords: number
  }

type Rule = {
  label: string
  max: number
  /** Share of `max` won, 0 to 1. */
  share: (post: PostFacts) => number
  advice: string
}

/** Lengths in characters that search results show. */
const TITLE_LENGTH = { min: 30, max: 65 }
const DESCRIPTION_LENGTH = { min: 70, max: 160 }
const EXCERPT_LENGTH = { min: 50, max: 300 }
const MAX_SLUG_LENGTH = 60
/** Occurrences of the main keyword per word of text. */
const DENSITY = { min: 0.002, max: 0.025 }
/** Words between two headings. */
const MAX_PART_WORDS = 400
const MAX_PARAGRAPH_WORDS = 120

const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max
const mainKeywordOf = ({ keywords: [keyword = ''] }: MeasuredPost) => keyword
/** 1 for the main keyword, 0.5 for another one. */
const keywordShare = (words: readonly string[], { keywords }: MeasuredPost) =>
  keywords.findIndex((keyword) => mentions(words, keyword)) === 0
    ? 1
    : keywords.some((keyword) => mentions(words, keyword))
      ? 0.5
      : 0

/** The checks in display order. */
const RULES = {
  'title-length': {
    label: 'Title length',
    max: 6,
    share: ({ title }) =>
      isWithin(title.length, TITLE_LENGTH) ? 1 : isWithin(title.length, { min: 15, max: 75 }) ? 0.5 : 0,
    advice: `Make the title ${TITLE_LENGTH.min} to ${TITLE_LENGTH.max} characters long.`,
  },
  'title-keyword': {
    label: 'Keyword in the title',
    max: 8,
    share: (post) => keywordShare(comparableWords(post.title), post),
    advice: 'Use the first keyword in the title.',
  },
  description: {
    label: 'Meta description',
    max: 8,
    share: (post) => {
      const text = post.metaDescription ?? ''
      const length = isWithin(text.length, DESCRIPTION_LENGTH) ? 0.6 : text ? 0.3 : 0
      return length + 0.4 * keywordShare(comparableWords(text), post)
    },
    advice: `Write a meta description of ${DESCRIPTION_LENGTH.min} to ${DESCRIPTION_LENGTH.max} characters with the first keyword.`,
  },
  'opening-keyword': {
    label: 'Keyword in the first paragraph',
    max: 6,
    share: (post) => keywordShare(post.openingWords, post),
    advice: 'Use the first keyword in the first paragraph.',
  },
  'heading-keyword': {
    label: 'Keyword in a heading',
    max: 6,
    share: (post) =>
      Math.max(0, ...post.headings.map(({ text }) => keywordShare(comparableWords(text), post))),
    advice: 'Use the first keyword in at least one heading.',
  },
  'keyword-density': {
    label: 'Keyword frequency',
    max: 8,
    share: (post) => {
      const density = countOccurrences(post.foldedWords, mainKeywordOf(post)) / Math.max(1, post.words)
      return isWithin(density, DENSITY) ? 1 : density > 0 && density < DENSITY.min ? 0.5 : 0
    },
    advice: 'Use the first keyword 2 to 25 times per 1,000 words.',
  },
  headings: {
    label: 'Heading structure',
    max: 9,
    share: headingShare,
    advice: `Use at least two main headings, don't skip levels, and add a heading at least every ${MAX_PART_WORDS} words.`,
  },
  length: {
    label: 'Length',
    max: 9,
    share: ({ countedWords }) =>
      countedWords >= 900 ? 1 : countedWords >= 600 ? 0.7 : countedWords >= 300 ? 0.4 : 0,
    advice: `Write at least 900 words under headings. Repeated passages, and more than ${MAX_PART_WORDS} words without a heading, don't count.`,
  },
  paragraphs: {
    label: 'Paragraph length',
    max: 6,
    share: ({ words, longestParagraph: paragraphWords }) =>
      words === 0 || paragraphWords > 2 * MAX_PARAGRAPH_WORDS
        ? 0
        : paragraphWords > MAX_PARAGRAPH_WORDS
          ? 0.5
          : 1,
    advice: `Keep paragraphs under ${MAX_PARAGRAPH_WORDS} words.`,
  },
  original: {
    label: 'No repeated passages',
    max: 9,
    share: ({ words, repeated }) => (words === 0 || repeated > 0.2 ? 0 : repeated > 0.08 ? 0.5 : 1),
    advice: 'Remove passages that say the same in the same words.',
  },
  'internal-links': {
    label: 'Internal links',
    max: 6,
    share: ({ content }) => Math.min(1, countLinks(content).internal / 2),
    advice: 'Link to at least two pages on your own site.',
  },
  'external-links': {
    label: 'Links to sources',
    max: 3,
    share: ({ content }) => Math.min(1, countLinks(content).external),
    advice: 'Link to a source on another site.',
  },
  'image-alt': {
    label: 'Image descriptions',
    max: 3,
    share: ({ content, words }) =>
      words > 0 && (content.match(/<img\b[^>]*>/g) ?? []).every(isDescribed) ? 1 : 0,
    advice: 'Describe every image in its alt text.',
  },
  'reading-ease': {
    label: 'Reading ease',
    max: 7,
    share: ({ text }) => {
      const ease = readingEase(text) ?? 0
      return ease >= 50 ? 1 : ease >= 35 ? 0.6 : ease >= 20 ? 0.3 : 0
    },
    advice: 'Use shorter sentences and shorter words.',
  },
  slug: {
    label: 'URL slug',
    max: 3,
    share: (post) => {
      if (!isSlug(post.slug) || post.slug.length > MAX_SLUG_LENGTH) return 0
      const words = comparableWords(post.slug)
      return comparableWords(mainKeywordOf(post)).some((word) => words.includes(word)) ? 1 : 0.5
    },
    advice: `Keep the slug under ${MAX_SLUG_LENGTH} characters and include a word of the first keyword.`,
  },
  excerpt: {
    label: 'Excerpt',
    max: 3,
    share: ({ excerpt }) => (isWithin(excerpt?.length ?? 0, EXCERPT_LENGTH) ? 1 : excerpt ? 0.5 : 0),
    advice: `Write an excerpt of ${EXCERPT_LENGTH.min} to ${EXCERPT_LENGTH.max} characters.`,
  },
} satisfies Record<string, Rule>

export type SeoCheckId = keyof typeof RULES
export const SEO_CHECKS = Object.keys(RULES) as SeoCheckId[]

/** One check: points out of `most`, and advice unless it scored all of them. */
export const seoResult = z.object({
  id: z.enum(SEO_CHECKS),
  label: z.string(),
  points: z.number().int(),
  most: z.number().int(),
  advice: z.string().nullable(),
})
export type SeoResult = z.infer<typeof seoResult>

/** `faults` cap the score at 40, so that complete fields can't make up for a bad text. */
export type SeoScore = { score: number; checks: SeoResult[]; faults: string[] }

/** Scores a post from 0 to 100, with the points of each check and advice for imperfect ones. */
export function seoScore(post: MeasuredPost): SeoScore {
  const facts = factsOf(post)
  const checks = SEO_CHECKS.map((id): SeoResult => {
    const { label, max, share, advice }: Rule = RULES[id]
    const points = Math.round(max * Math.min(1, share(facts)))
    return { id, label, points, most: max, advice: points < max ? advice : null }
  })
  const faults = faultsOf(facts)
  const sum = checks.reduce((total, { points }) => total + points, 0)
  return { score: faults.length > 0 ? Math.min(sum, MAX_SCORE_WITH_FAULT) : sum, checks, faults }
}

function factsOf(post: MeasuredPost): PostFacts {
  const text = plainText(post.content)
  const parts = post.content.split(/<h[234]\b[^>]*>/)
  const headings = [...post.content.matchAll(/<h([234])\b[^>]*>(.*?)<\/h\1>/gs)].map(
    ([, level, inner = '']) => ({ level: Number(level), text: plainText(inner) }),
  )
  const lengths = parts.map((part) => wordCount(plainText(part)))
  const measures = measureTextFaults(post.content, post.keywords)
  const opening = /<p\b[^>]*>(.*?)<\/p>/s.exec(post.content)?.[1] ?? ''
  return {
    ...post,
    ...measures,
    text,
    headings,
    foldedWords: comparableWords(text),
    openingWords: comparableWords(plainText(opening)),
    longestPart: Math.max(0, ...lengths),
    countedWords:
      lengths.reduce((sum, length) => sum + Math.min(length, MAX_PART_WORDS), 0) * (1 - measures.repeated),
  }
}

function headingShare({ headings, longestPart }: PostFacts): number {
  const mainHeadings = headings.filter(({ level }) => level === 2).length
  const skipsLevel = headings.some(({ level }, index) => level > (headings[index - 1]?.level ?? 1) + 1)
  return (
    (mainHeadings >= 2 ? 0.5 : mainHeadings === 1 ? 0.2 : 0) +
    (mainHeadings > 0 && !skipsLevel ? 0.25 : 0) +
    (mainHeadings > 0 && longestPart <= MAX_PART_WORDS ? 0.25 : 0)
  )
}

function countLinks(content: string): { internal: number; external: number } {
  const links = content.match(/<a\b[^>]*\bhref=[^>]*>/g) ?? []
  const external = links.filter((link) => /\brel="[^"]*nofollow/.test(link)).length
  const internal = links.filter((link) => /\bhref="\/(?!\/)|\bhref="https?:/.test(link)).length - external
  return { internal: Math.max(0, internal), external }
}

function isDescribed(image: string): boolean {
  return /\balt="[^"]*\S[^"]*"/.test(image)
}
