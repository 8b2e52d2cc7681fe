import { data, type MetaDescriptor, type MetaFunction } from 'react-router'
import { brandNameOf } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { describe } from '../page-meta.ts'
import { PageBody } from '../parts/page-body.tsx'
import { PageIntro } from '../parts/page-intro.tsx'
import type { Route } from './+types/blog-page'
import { type BlogListState, blogUrl, parseBlogQuery } from './blog-url.ts'
import { CategoryChips } from './category-chips.tsx'
import { Paging } from './paging.tsx'
import { PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

const LEAD =
  'Marketing, property data, lead generation and the nine signals, for people who work with homeowners. Practical enough to use this week.'

/** Answers an unknown category or page with 404 and a link to all posts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { blog } = pageServices(context)
  const place = parseBlogQuery(new URL(request.url).searchParams)
  const { category, page } = place ?? { category: null, page: 1 }
  const found = place && (await blog.list(category ? { category, page } : { page }))
  if (!place || !found || page > found.pages)
    return data({ place: null, posts: [], pages: 0 }, { status: 404 })
  return data({ place, posts: found.posts, pages: found.pages })
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const { place, pages = 0 } = loaderData ?? {}
  if (!place) return [...describe({ title: 'Blog', description: LEAD, path: urls.blog }, matches), NOINDEX]
  const { category, page } = place
  const title = [category ? `Blog: ${category}` : 'Blog', page > 1 && `page ${page}`]
    .filter(Boolean)
    .join(', ')
  const description = category ? `Posts about ${category} for people who work with homeowners.` : LEAD
  const beside = (rel: string, number: number): MetaDescriptor[] =>
    number < 1 || number > pages ? [] : [{ tagName: 'link', rel, href: blogUrl({ category, page: number }) }]
  return [
    ...describe({ title, description, path: blogUrl(place) }, matches),
    ...beside('prev', page - 1),
    ...beside('next', page + 1),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      title: `${brandNameOf(matches)} blog`,
      href: urls.feed,
    },
  ]
}

const NOINDEX = { name: 'robots', content: 'noindex' }

export default function BlogPage({ loaderData: { place, posts, pages } }: Route.ComponentProps) {
  return (
    <>
      <PageBody>
        <PageIntro
          kicker={place?.category ? 'Blog' : undefined}
          heading={place?.category ?? 'Blog'}
          lead={LEAD}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <CategoryChips current={place ? place.category : undefined} />
          <a
            href={urls.feed}
            className="inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-text hover:underline"
          >
            Atom feed
          </a>
        </div>
        {place && posts.length > 0 ? (
          <>
            <Posts posts={posts} place={place} />
            <Paging place={place} pages={pages} />
          </>
        ) : (
          <NoPosts isKnown={place !== null} />
        )}
      </PageBody>
      <PostSkeleton />
    </>
  )
}

type LoaderData = Route.ComponentProps['loaderData']

/** Shows the newest post first and larger. */
function Posts({ posts, place }: { posts: LoaderData['posts']; place: BlogListState }) {
  const isFirst = place.page === 1 && !place.category
  return (
    <section aria-labelledby="posts-heading">
      <h2 id="posts-heading" className="sr-only">
        Posts
      </h2>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {posts.map((post, i) => (
          <li key={post.id} className={isFirst && i === 0 ? 'sm:col-span-full' : undefined}>
            <PostCard post={post} large={isFirst && i === 0} />
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
      title={isKnown ? 'No posts yet' : 'There are no posts at this address'}
      description={
        isKnown
          ? 'Published posts appear here.'
          : "This category or page doesn't exist. See the newest posts instead."
      }
      actions={
        <Button asChild size="lg">
          <a href={isKnown ? urls.documentation : urls.blog}>
            {isKnown ? 'Read the documentation' : 'See all posts'}
          </a>
        </Button>
      }
    />
  )
}
