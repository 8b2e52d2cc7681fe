import { comparableWords, mentions, occurrences } from './keyword-matches.ts'
import { plainText, wordCount } from './plain-text.ts'
import { readingEase } from './reading-ease.ts'
import { isSlug } from './slug.ts'

/** The checks in display order. */
export const SEO_CHECKS = [
  'title-length',
  'title-keyword',
  'description',
  'opening-keyword',
  'heading-keyword',
  'keyword-density',
  'headings',
  'length',
  'internal-links',
  'external-links',
  'image-alt',
  'reading-ease',
  'slug',
  'excerpt',
] as const
export type SeoCheckId = (typeof SEO_CHECKS)[number]

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

/** One check: points out of `most`, and advice unless it scored all of them. */
export type SeoResult = { id: SeoCheckId; label: string; points: number; most: number; advice: string | null }

/** The facts about a post that the rules check. */
type PostFacts = MeasuredPost & {
  text: string
  words: number
  comparable: readonly string[]
  opening: readonly string[]
  headings: readonly { level: number; text: string }[]
  longestPart: number
}

type Rule = {
  label: string
  max: number
  /** Share of `max` won, 0 to 1. */
  share: (post: PostFacts) => number
  advice: string
}

/** Lengths in characters, as far as search results show them. */
const TITLE = { min: 30, max: 65 }
const DESCRIPTION = { min: 70, max: 160 }
const EXCERPT = { min: 50, max: 300 }
const MAX_SLUG_LENGTH = 60
/** Occurrences of the main keyword per word of text. */
const DENSITY = { min: 0.002, max: 0.025 }
/** Words between two headings. */
const MAX_PART_WORDS = 400

const isWithin = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max
const mainOf = ({ keywords: [main = ''] }: MeasuredPost) => main
/** 1 for the main keyword, 0.5 for another one. */
const keywordShare = (words: readonly string[], { keywords }: MeasuredPost) =>
  keywords.findIndex((keyword) => mentions(words, keyword)) === 0
    ? 1
    : keywords.some((keyword) => mentions(words, keyword))
      ? 0.5
      : 0

const RULES: Readonly<Record<SeoCheckId, Rule>> = {
  'title-length': {
    label: 'Title length',
    max: 8,
    share: ({ title }) =>
      isWithin(title.length, TITLE) ? 1 : isWithin(title.length, { min: 15, max: 75 }) ? 0.5 : 0,
    advice: `Make the title ${TITLE.min} to ${TITLE.max} characters long.`,
  },
  'title-keyword': {
    label: 'Keyword in the title',
    max: 10,
    share: (post) => keywordShare(comparableWords(post.title), post),
    advice: 'Use the first keyword in the title.',
  },
  description: {
    label: 'Meta description',
    max: 10,
    share: (post) => {
      const text = post.metaDescription ?? ''
      const length = isWithin(text.length, DESCRIPTION) ? 0.6 : text ? 0.3 : 0
      return length + 0.4 * keywordShare(comparableWords(text), post)
    },
    advice: `Write a meta description of ${DESCRIPTION.min} to ${DESCRIPTION.max} characters with the first keyword.`,
  },
  'opening-keyword': {
    label: 'Keyword in the first paragraph',
    max: 8,
    share: (post) => keywordShare(post.opening, post),
    advice: 'Use the first keyword in the first paragraph.',
  },
  'heading-keyword': {
    label: 'Keyword in a heading',
    max: 7,
    share: (post) =>
      Math.max(0, ...post.headings.map(({ text }) => keywordShare(comparableWords(text), post))),
    advice: 'Use the first keyword in at least one heading.',
  },
  'keyword-density': {
    label: 'Keyword frequency',
    max: 8,
    share: (post) => {
      const density = occurrences(post.comparable, mainOf(post)) / Math.max(1, post.words)
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
    max: 10,
    share: ({ words }) => (words >= 900 ? 1 : words >= 600 ? 0.7 : words >= 300 ? 0.4 : 0),
    advice: 'Write at least 900 words.',
  },
  'internal-links': {
    label: 'Internal links',
    max: 7,
    share: ({ content }) => Math.min(1, linksIn(content).own / 2),
    advice: 'Link to at least two pages on your own site.',
  },
  'external-links': {
    label: 'Links to sources',
    max: 3,
    share: ({ content }) => Math.min(1, linksIn(content).foreign),
    advice: 'Link to a source on another site.',
  },
  'image-alt': {
    label: 'Image descriptions',
    max: 4,
    share: ({ content }) => ((content.match(/<img\b[^>]*>/g) ?? []).every(isDescribed) ? 1 : 0),
    advice: 'Describe every image in its alt text.',
  },
  'reading-ease': {
    label: 'Reading ease',
    max: 8,
    share: ({ text }) => {
      const ease = readingEase(text) ?? 0
      return ease >= 50 ? 1 : ease >= 35 ? 0.6 : ease >= 20 ? 0.3 : 0
    },
    advice: 'Use shorter sentences and shorter words.',
  },
  slug: {
    label: 'URL slug',
    max: 4,
    share: (post) => {
      if (!isSlug(post.slug) || post.slug.length > MAX_SLUG_LENGTH) return 0
      const words = comparableWords(post.slug)
      return comparableWords(mainOf(post)).some((word) => words.includes(word)) ? 1 : 0.5
    },
    advice: `Keep the slug under ${MAX_SLUG_LENGTH} characters and include a word of the first keyword.`,
  },
  excerpt: {
    label: 'Excerpt',
    max: 4,
    share: ({ excerpt }) => (isWithin(excerpt?.length ?? 0, EXCERPT) ? 1 : excerpt ? 0.5 : 0),
    advice: `Write an excerpt of ${EXCERPT.min} to ${EXCERPT.max} characters.`,
  },
}

/** Scores a post from 0 to 100, with the points of each check and advice where some are missing. */
export function seoScore(post: MeasuredPost): { score: number; checks: SeoResult[] } {
  const facts = factsOf(post)
  const checks = SEO_CHECKS.map((id): SeoResult => {
    const { label, max, share, advice } = RULES[id]
    const points = Math.round(max * Math.min(1, share(facts)))
    return { id, label, points, most: max, advice: points < max ? advice : null }
  })
  return { score: checks.reduce((sum, { points }) => sum + points, 0), checks }
}

function factsOf(post: MeasuredPost): PostFacts {
  const text = plainText(post.content)
  const parts = post.content.split(/<h[234]\b[^>]*>/)
  const headings = [...post.content.matchAll(/<h([234])\b[^>]*>(.*?)<\/h\1>/gs)].map(
    ([, level, inner = '']) => ({ level: Number(level), text: plainText(inner) }),
  )
  const opening = /<p\b[^>]*>(.*?)<\/p>/s.exec(post.content)?.[1] ?? ''
  return {
    ...post,
    ...{ text, headings, words: wordCount(text), comparable: comparableWords(text) },
    opening: comparableWords(plainText(opening)),
    longestPart: Math.max(0, ...parts.map((part) => wordCount(plainText(part)))),
  }
}

function headingShare({ headings, longestPart }: PostFacts): number {
  const main = headings.filter(({ level }) => level === 2).length
  const skips = headings.some(({ level }, at) => level > (headings[at - 1]?.level ?? 1) + 1)
  return (
    (main >= 2 ? 0.5 : main === 1 ? 0.2 : 0) +
    (main > 0 && !skips ? 0.25 : 0) +
    (main > 0 && longestPart <= MAX_PART_WORDS ? 0.25 : 0)
  )
}

function linksIn(content: string): { own: number; foreign: number } {
  const links = content.match(/<a\b[^>]*\bhref=[^>]*>/g) ?? []
  const foreign = links.filter((link) => /\brel="[^"]*nofollow/.test(link)).length
  const own = links.filter((link) => /\bhref="\/(?!\/)|\bhref="https?:/.test(link)).length - foreign
  return { own: Math.max(0, own), foreign }
}

function isDescribed(image: string): boolean {
  return /\balt="[^"]*\S[^"]*"/.test(image)
}
