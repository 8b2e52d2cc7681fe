import { readFrontMatter } from '../documentation/front-matter.ts'
import { parseDay } from '../score/day.ts'
import { BLOG_CATEGORIES, type BlogCategory } from './categories.ts'

/** An article that ships with the product. */
export type Article = {
  title: string
  slug: string
  category: BlogCategory
  /** For search engines. */
  description: string
  excerpt: string
  keywords: readonly string[]
  /** Publication day, `YYYY-MM-DD`. */
  published: string
  /** Markdown. */
  body: string
}

/** In characters. Search engines cut longer titles and descriptions. */
const MAX_LENGTHS = { title: 70, description: 160, excerpt: 300, keyword: 60 }
const MAX_KEYWORDS = 10

/**
 * Reads an article: front matter (title, slug, category, description, excerpt, keywords with commas, published), then
 * Markdown whose headings begin at `##`.
 * @throws Error naming the field and what is wrong with it
 */
export function parseArticle(text: string): Article {
  const { field, choice, slug, body } = readFrontMatter(text)
  const readShortField = (name: 'title' | 'description' | 'excerpt') => {
    const value = field(name)
    if (value.length > MAX_LENGTHS[name])
      throw new Error(`The ${name} has ${value.length} characters. The limit is ${MAX_LENGTHS[name]}.`)
    return value
  }
  return {
    title: readShortField('title'),
    slug: slug(),
    category: choice('category', BLOG_CATEGORIES),
    description: readShortField('description'),
    excerpt: readShortField('excerpt'),
    keywords: parseKeywords(field('keywords')),
    published: parsePublicationDay(field('published')),
    body: parseBody(body),
  }
}

/** Keywords in order, without empty ones and duplicates; case doesn't matter. */
function parseKeywords(list: string): string[] {
  const keywords = new Map<string, string>()
  for (const keyword of list.split(',').map((each) => each.trim())) {
    if (keyword.length > MAX_LENGTHS.keyword)
      throw new Error(`The keyword "${keyword}" is too long. The limit is ${MAX_LENGTHS.keyword} characters.`)
    if (keyword && !keywords.has(keyword.toLowerCase())) keywords.set(keyword.toLowerCase(), keyword)
  }
  if (keywords.size === 0 || keywords.size > MAX_KEYWORDS)
    throw new Error(`The article has ${keywords.size} keywords. Use 1 to ${MAX_KEYWORDS}.`)
  return [...keywords.values()]
}

function parsePublicationDay(day: string): string {
  if (Number.isNaN(parseDay(day)))
    throw new Error(`The published date "${day}" is invalid. Use a date like 2026-03-10.`)
  return day
}

function parseBody(body: string): string {
  if (!body.trim()) throw new Error('The article has no text')
  if (/^# /m.test(body)) throw new Error('The page shows the title, so headings begin at ##')
  return body.trim()
}
