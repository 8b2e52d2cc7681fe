import type { BlogPostCard } from '#contract/blog.ts'
import type { Site } from '#contract/site.ts'
import { escapeHtml } from '#server/platform/content/escape-html.ts'

export type Feed = { body: string; updatedAt: Date }

const NO_POST_YET = '1970-01-01T00:00:00.000Z'

/** Posts, newest first, as Atom 1.0 (RFC 4287). */
export function feedOf(
  posts: readonly BlogPostCard[],
  { appUrl, brand }: { appUrl: string; brand: Site['brand'] },
): Feed {
  const updatedAt = posts.map(lastChangeOf).reduce((a, b) => (a > b ? a : b), NO_POST_YET)
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    `<id>${escapeXml(appUrl)}/blog</id>`,
    `<title>${escapeXml(brand.name)} blog</title>`,
    `<subtitle>${escapeXml(brand.tagline)}</subtitle>`,
    `<updated>${updatedAt}</updated>`,
    `<author><name>${escapeXml(brand.team)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(appUrl)}/blog/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(appUrl)}/blog"/>`,
    `<icon>${escapeXml(appUrl)}/favicon.svg</icon>`,
    ...posts.map((post) => entryOf(post, `${appUrl}/blog/${encodeURIComponent(post.slug)}`)),
    '</feed>',
    '',
  ].join('\n')
  return { body, updatedAt: new Date(updatedAt) }
}

/** Uses the post's UUID as the entry id, so that it survives a change of the instance's URL. */
function entryOf(post: BlogPostCard, url: string): string {
  const summary = post.excerpt ?? post.metaDescription
  return [
    '<entry>',
    `<id>urn:uuid:${post.id}</id>`,
    `<title>${escapeXml(post.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    `<published>${post.publishedAt ?? post.createdAt}</published>`,
    `<updated>${lastChangeOf(post)}</updated>`,
    `<author><name>${escapeXml(post.authorName)}</name></author>`,
    `<category term="${escapeXml(post.category)}"/>`,
    ...post.keywords.map((keyword) => `<category term="${escapeXml(keyword)}"/>`),
    `<summary>${escapeXml(summary ?? post.title)}</summary>`,
    '</entry>',
  ].join('\n')
}

/** The later of publication and last edit, so that a scheduled post is new when it appears. */
function lastChangeOf({ publishedAt, updatedAt }: BlogPostCard): string {
  return publishedAt && publishedAt > updatedAt ? publishedAt : updatedAt
}

// Characters that XML 1.0 cannot hold in any form.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the point is to remove them
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Escapes a text for use between tags and in attributes. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(FORBIDDEN_CHARACTERS, ''))
}
