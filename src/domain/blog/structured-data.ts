/** A schema.org object. */
export type StructuredData = Record<string, unknown>

/** The part of a post's structured data that is stored with it; `words` is the length of its text. */
export function describePost(post: {
  title: string
  description: string
  category: string
  keywords: readonly string[]
  words: number
  /** Minutes. */
  readingTime: number
}): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    articleSection: post.category,
    keywords: [...post.keywords],
    wordCount: post.words,
    timeRequired: `PT${post.readingTime}M`,
    inLanguage: 'en-US',
  }
}

/**
 * Adds URLs, dates, author and publisher to the stored data, overriding it. Times are ISO 8601.
 */
export function completePostData(
  storedData: StructuredData,
  post: { slug: string; authorName: string; publishedAt: string | null; updatedAt: string },
  instance: { appUrl: string; brandName: string; teamName: string },
): StructuredData {
  const { appUrl, brandName, teamName } = instance
  const url = `${appUrl}/blog/${post.slug}`
  const publisher = { '@type': 'Organization', name: brandName, url: appUrl, logo: `${appUrl}/favicon.svg` }
  return {
    ...storedData,
    url,
    mainEntityOfPage: url,
    image: { '@type': 'ImageObject', url: `${url}/card.png`, width: 1200, height: 630 },
    datePublished: post.publishedAt ?? undefined,
    dateModified: post.updatedAt,
    author:
      post.authorName === teamName
        ? { '@type': 'Organization', name: teamName, url: appUrl }
        : { '@type': 'Person', name: post.authorName },
    publisher,
  }
}
