import { ArrowLeft } from 'lucide-react'
import { data, type MetaDescriptor, type MetaFunction } from 'react-router'
import type { BlogHeading, BlogPost, BlogPostCard } from '#contract/blog.ts'
import { brandNameOf, type Matches, pageTitle } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { breadcrumbs, NOINDEX, pageMeta } from '../page-meta.ts'
import { PageBody, SiteSection } from '../parts/blocks.tsx'
import { PageLinks, StickyNav } from '../parts/side-nav.tsx'
import type { Route } from './+types/post-page'
import { blogUrl } from './blog-url.ts'
import { categoryHue, PostCard, PostFacts } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

/** Number of keywords above the text; the rest follow below it. */
const MAIN_KEYWORD_COUNT = 3

export async function loader({ params, context }: Route.LoaderArgs) {
  const result = await pageServices(context).blog.post(params.slug)
  if (!result) return data(null, { status: 404 })
  const { post, headings, related } = result
  return data({ post, headings, related })
}

export const meta: MetaFunction = ({ matches, loaderData }) => {
  // The cast is needed because the generic type loses fields next to structured data.
  const pageData = loaderData as Route.ComponentProps['loaderData'] | undefined
  if (pageData) return describePost(pageData.post, matches)
  return [{ title: pageTitle('Post not found', brandNameOf(matches)) }, NOINDEX]
}

export default function PostPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <PostNotFound />
  const { post, related, headings } = loaderData
  return (
    <>
      <PageBody>
        <article>
          <PostHead post={post} />
          <div className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_15rem] xl:gap-x-24">
            <div className="min-w-0">
              <div
                className="prose"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: the server removes everything that could run
                dangerouslySetInnerHTML={{ __html: post.content }}
              />
              <PostFoot post={post} />
            </div>
            <TableOfContents headings={headings} />
          </div>
        </article>
        {related.length > 0 && <Related posts={related} />}
      </PageBody>
      <PostSkeleton />
    </>
  )
}

function BackToBlog() {
  return (
    <a
      href={urls.blog}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to Blog
    </a>
  )
}

function PostHead({ post }: { post: BlogPost }) {
  return (
    <header className="max-w-4xl pt-8 pb-10 sm:pt-12 sm:pb-14">
      <BackToBlog />
      <div className="mt-6 flex flex-wrap items-center gap-1.5">
        <a
          href={blogUrl({ category: post.category })}
          className="inline-flex min-h-11 max-w-full items-center"
        >
          <Badge dot={categoryHue(post.category)} className="text-text">
            {post.category}
          </Badge>
        </a>
        <Keywords keywords={post.keywords.slice(0, MAIN_KEYWORD_COUNT)} label="Main keywords" />
      </div>
      <h1 className="mt-4 text-4xl leading-[1.1] tracking-[-0.025em] sm:text-5xl">{post.title}</h1>
      <PostFacts post={post} className="mt-5 text-base" />
    </header>
  )
}

function PostFoot({ post }: { post: BlogPost }) {
  return (
    <footer className="mt-14 grid max-w-[68ch] gap-5 border-t border-line pt-6">
      <p className="text-muted">
        Written by <span className="font-medium text-text">{post.authorName}</span>
      </p>
      <Keywords keywords={post.keywords.slice(MAIN_KEYWORD_COUNT)} label="More keywords" />
    </footer>
  )
}

function Keywords({ keywords, label }: { keywords: readonly string[]; label: string }) {
  if (keywords.length === 0) return null
  return (
    <ul aria-label={label} className="flex max-w-full flex-wrap gap-1.5">
      {keywords.map((keyword) => (
        <li key={keyword} className="flex max-w-full">
          <Badge>{keyword}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Related({ posts }: { posts: readonly BlogPostCard[] }) {
  return (
    <SiteSection id="related" heading="Related posts" className="mt-16">
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <BackToBlog />
      </div>
    </SiteSection>
  )
}

function PostNotFound() {
  return (
    <PageBody className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 py-20 text-center">
      <h1 className="text-3xl">Post not found</h1>
      <p className="max-w-md text-muted">
        This post doesn't exist. It may have been moved, renamed or taken down.
      </p>
      <ButtonLink size="lg" href={urls.blog}>
        <ArrowLeft aria-hidden />
        Back to Blog
      </ButtonLink>
    </PageBody>
  )
}

type LdJson = Extract<MetaDescriptor, { 'script:ld+json': unknown }>['script:ld+json']

/** Meta tags and structured data of a post. */
function describePost(post: BlogPost, matches: Matches): MetaDescriptor[] {
  const path = urls.post(post.slug)
  const description = post.metaDescription ?? post.excerpt ?? post.title
  const page = { title: post.title, description, path, image: `${path}/card.png`, type: 'article' } as const
  return [
    ...pageMeta(page, matches),
    { name: 'author', content: post.authorName },
    ...(post.keywords.length > 0 ? [{ name: 'keywords', content: post.keywords.join(', ') }] : []),
    { property: 'og:image:alt', content: post.title },
    { property: 'article:published_time', content: post.publishedAt ?? post.createdAt },
    { property: 'article:modified_time', content: post.updatedAt },
    { property: 'article:author', content: post.authorName },
    { property: 'article:section', content: post.category },
    ...post.keywords.map((content) => ({ property: 'article:tag', content })),
    breadcrumbs(matches, [
      ['Home', urls.home],
      ['Blog', urls.blog],
      [post.title, path],
    ]),
    ...(post.metadata ? [{ 'script:ld+json': post.metadata as LdJson }] : []),
  ]
}

/** Table of contents beside a post on wide screens; omitted for fewer than two headings. */
function TableOfContents({ headings }: { headings: readonly BlogHeading[] }) {
  const parts = headings.filter(({ level }) => level < 4)
  if (parts.length < 2) return null
  const links = parts.map(({ id, text, level }) => ({ anchor: id, label: text, isIndented: level === 3 }))
  return (
    <div className="border-l border-line pl-5 max-lg:hidden">
      <StickyNav label="On this page">
        <PageLinks title="On this page" links={links} />
      </StickyNav>
    </div>
  )
}
