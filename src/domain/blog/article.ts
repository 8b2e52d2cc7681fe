import { readFrontMatter } from '../documentation/front-matter.ts'
import { BLOG_CATEGORIES, type BlogCategory } from './categories.ts'
import { isSlug } from './slug.ts'

/** An article that ships with the product. */
export type Article = {
  title: string
  slug: string
  category: BlogCategory
  /** For search engines. */
  description: string
  excerpt: string
  keywords: readonly string[]
  /** The day it is published, `YYYY-MM-DD`. */
  published: string
  /** Markdown. */
  body: string
}

/** Characters at most. Search engines cut longer titles and descriptions. */
const MAX_LENGTHS = { title: 70, description: 160, excerpt: 300, keyword: 60 }
const KEYWORDS_MAX = 10

/**
 * Reads an article: front matter (title, slug, category, description, excerpt, keywords with commas, published), then
 * Markdown whose headings begin at `##`.
 * @throws Error naming the field and what is wrong with it
 */
export function parseArticle(text: string): Article {
  const { field, body } = readFrontMatter(text)
  const short = (name: 'title' | 'description' | 'excerpt') => {
    const value = field(name)
    if (value.length > MAX_LENGTHS[name])
      throw new Error(`The ${name} has ${value.length} characters; ${MAX_LENGTHS[name]} are the most`)
    return value
  }
  return {
    title: short('title'),
    slug: slugIn(field('slug')),
    category: categoryIn(field('category')),
    description: short('description'),
    excerpt: short('excerpt'),
    keywords: keywordsIn(field('keywords')),
    published: dayIn(field('published')),
    body: bodyIn(body),
  }
}

function slugIn(slug: string): string {
  if (!isSlug(slug)) throw new Error(`The slug "${slug}" cannot stand in an address`)
  return slug
}

function categoryIn(name: string): BlogCategory {
  const category = BLOG_CATEGORIES.find((each) => each === name)
  if (!category) throw new Error(`The category "${name}" is none of ${BLOG_CATEGORIES.join(', ')}`)
  return category
}

/** Keywords in the order of the list, without empty ones and repetitions, also those that differ only in case. */
function keywordsIn(list: string): string[] {
  const keywords = new Map<string, string>()
  for (const keyword of list.split(',').map((each) => each.trim())) {
    if (keyword.length > MAX_LENGTHS.keyword) throw new Error(`The keyword "${keyword}" is too long`)
    if (keyword && !keywords.has(keyword.toLowerCase())) keywords.set(keyword.toLowerCase(), keyword)
  }
  if (keywords.size === 0 || keywords.size > KEYWORDS_MAX)
    throw new Error(`There are ${keywords.size} keywords; there must be 1 to ${KEYWORDS_MAX}`)
  return [...keywords.values()]
}

function dayIn(day: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  // A day that the month does not have would be read as one of the next.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    throw new Error(`The day "${day}" under published is not a day like 2026-03-10`)
  return day
}

function bodyIn(body: string): string {
  if (!body.trim()) throw new Error('The article has no text')
  if (/^# /m.test(body)) throw new Error('The page shows the title: headings begin at ##')
  return body.trim()
}
