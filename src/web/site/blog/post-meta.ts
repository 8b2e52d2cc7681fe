import type { MetaDescriptor, MetaFunction } from 'react-router'
import type { BreadcrumbList, WithContext } from 'schema-dts'
import type { BlogPost } from '#contract/blog.ts'
import { urls } from '#web/lib/urls.ts'
import { describe, originOf } from '../page-meta.ts'

type LdJson = Extract<MetaDescriptor, { 'script:ld+json': unknown }>['script:ld+json']

/** Meta tags and structured data of a post. */
export function describePost(
  post: BlogPost,
  matches: Parameters<MetaFunction>[0]['matches'],
): MetaDescriptor[] {
  const path = urls.post(post.slug)
  const description = post.metaDescription ?? post.excerpt ?? post.title
  const page = { title: post.title, description, path, image: `${path}/card.png`, type: 'article' } as const
  return [
    ...describe(page, matches),
    { name: 'author', content: post.authorName },
    ...(post.keywords.length > 0 ? [{ name: 'keywords', content: post.keywords.join(', ') }] : []),
    { property: 'og:image:alt', content: post.title },
    { property: 'article:published_time', content: post.publishedAt ?? post.createdAt },
    { property: 'article:modified_time', content: post.updatedAt },
    { property: 'article:author', content: post.authorName },
    { property: 'article:section', content: post.category },
    ...post.keywords.map((content) => ({ property: 'article:tag', content })),
    { 'script:ld+json': breadcrumbs(post, originOf(matches)) },
    ...(post.metadata ? [{ 'script:ld+json': post.metadata as LdJson }] : []),
  ]
}

function breadcrumbs(post: BlogPost, origin: string): WithContext<BreadcrumbList> & LdJson {
  const trail = [
    { name: 'Home', path: urls.home },
    { name: 'Blog', path: urls.blog },
    { name: post.title, path: urls.post(post.slug) },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, i) => ({
      '@type': 'ListItem' as const,
      position: i + 1,
      name,
      item: origin + path,
    })),
  }
}
