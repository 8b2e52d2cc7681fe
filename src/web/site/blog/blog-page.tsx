import { ArrowLeft, ArrowRight } from 'lucide-react'
import { data, type MetaDescriptor, type MetaFunction } from 'react-router'
import { BLOG_CATEGORIES, type BlogCategory } from '#domain/blog/categories.ts'
import { brandNameOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { NOINDEX, pageMeta } from '../page-meta.ts'
import { PageBody, PageIntro } from '../parts/blocks.tsx'
import type { Route } from './+types/blog-page'
import { type BlogListState, blogUrl, parseBlogQuery } from './blog-url.ts'
import { categoryHue, PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

const LEAD =
  'Marketing, property data, lead generation and the nine signals, for people who work with homeowners. Practical enough to use this week.'

/** Responds to an unknown category or page with status 404 and a link to all posts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { blog } = pageServices(context)
  const listState = parseBlogQuery(new URL(request.url).searchParams)
  const { category, page } = listState ?? { category: null, page: 1 }
  const result = listState && (await blog.list(category ? { category, page } : { page }))
  if (!listState || !result || page > result.pages)
    return data({ listState: null, posts: [], pages: 0 }, { status: 404 })
  return data({ listState, posts: result.posts, pages: result.pages })
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const { listState, pages = 0 } = loaderData ?? {}
  if (!listState)
    return [...pageMeta({ title: 'Blog', description: LEAD, path: urls.blog }, matches), NOINDEX]
  const { category, page } = listState
  const title = [category ? `Blog: ${category}` : 'Blog', page > 1 && `page ${page}`]
    .filter(Boolean)
    .join(', ')
  const description = category ? `Posts about ${category} for people who work with homeowners.` : LEAD
  const pageLink = (rel: string, number: number): MetaDescriptor[] =>
    number < 1 || number > pages ? [] : [{ tagName: 'link', rel, href: blogUrl({ category, page: number }) }]
  return [
    ...pageMeta({ title, description, path: blogUrl(listState) }, matches),
    ...pageLink('prev', page - 1),
    ...pageLink('next', page + 1),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: `${brandNameOf(matches)} blog`,
      href: urls.feed,
    },
  ]
}

export default function BlogPage({ loaderData: { listState, posts, pages } }: Route.ComponentProps) {
  return (
    <>
      <PageBody>
        <PageIntro
          kicker={listState?.category ? 'Blog' : undefined}
          heading={listState?.category ?? 'Blog'}
          lead={LEAD}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <CategoryChips current={listState ? listState.category : undefined} />
          <a
            href={urls.feed}
            className="inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-text hover:underline"
          >
            Atom feed
          </a>
        </div>
        {listState && posts.length > 0 ? (
          <>
            <Posts posts={posts} listState={listState} />
            <Paging listState={listState} pages={pages} />
          </>
        ) : (
          <NoPosts isKnown={listState !== null} />
        )}
      </PageBody>
      <PostSkeleton />
    </>
  )
}

type LoaderData = Route.ComponentProps['loaderData']

/** Shows the newest post first and larger. */
function Posts({ posts, listState }: { posts: LoaderData['posts']; listState: BlogListState }) {
  const isFirst = listState.page === 1 && !listState.category
  return (
    <section aria-labelledby="posts-heading">
      <h2 id="posts-heading" className="sr-only">
        Posts
      </h2>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {posts.map((post, index) => (
          <li key={post.id} className={isFirst && index === 0 ? 'sm:col-span-full' : undefined}>
            <PostCard post={post} isLarge={isFirst && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoPosts({ isKnown }: { isKnown: boolean }) {
  return (
    <EmptyState
      className="mt-8 max-w-2xl"
      title={isKnown ? 'No posts yet' : 'Page not found'}
      description={
        isKnown
          ? 'Published posts appear here.'
          : "This category or page doesn't exist. See the newest posts instead."
      }
      actions={
        <ButtonLink size="lg" href={isKnown ? urls.documentation : urls.blog}>
          {isKnown ? 'Read the documentation' : 'See all posts'}
        </ButtonLink>
      }
    />
  )
}

const CHIP_CLASSES =
  'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-medium transition-colors'

/** Links to all posts and to each category. `current` is null for all, undefined for an unknown category. */
function CategoryChips({ current }: { current: BlogCategory | null | undefined }) {
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-2">
        {[null, ...BLOG_CATEGORIES].map((category) => (
          <li key={category}>
            <a
              href={blogUrl({ category })}
              aria-current={category === current ? 'page' : undefined}
              className={cx(
                CHIP_CLASSES,
                category === current
                  ? 'border-text bg-text text-page'
                  : 'border-line-strong text-muted hover:bg-raised hover:text-text',
              )}
            >
              {category && category !== current && (
                <span
                  aria-hidden
                  className="size-2 rounded-full"
                  style={{ background: categoryHue(category) }}
                />
              )}
              {category ?? 'All'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to the previous and next page; renders nothing for a single page. */
function Paging({ listState: { category, page }, pages }: { listState: BlogListState; pages: number }) {
  if (pages < 2) return null
  return (
    <nav
      aria-label="Pages"
      className="mt-12 flex items-center justify-between gap-4 border-t border-line pt-6"
    >
      <span className="flex flex-1">
        {page > 1 && (
          <ButtonLink size="lg" href={blogUrl({ category, page: page - 1 })} rel="prev">
            <ArrowLeft aria-hidden />
            Newer
          </ButtonLink>
        )}
      </span>
      <span className="text-sm text-muted">
        Page {page} of {pages}
      </span>
      <span className="flex flex-1 justify-end">
        {page < pages && (
          <ButtonLink size="lg" href={blogUrl({ category, page: page + 1 })} rel="next">
            Older
            <ArrowRight aria-hidden />
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}
