import { useInfiniteQuery } from '@tanstack/react-query'
import { FilePlus2, FileText, PenLine, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { newPost } from '#contract/blog-desk.ts'
import { BLOG_STATUSES } from '#domain/blog/categories.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { capitalize } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { postPages, topicPages, useAddPost } from './blog-desk-queries.ts'
import { CustomPromptDialog, NEW_PROMPT, NEW_TOPIC } from './desk-dialogs.tsx'
import { useGenerate } from './generation-queries.ts'
import { GenerationQueue } from './generation-queue.tsx'
import { CATEGORY_OPTIONS } from './keyword-list.ts'
import { PostCard } from './post-card.tsx'
import { TopicsTab } from './topics-tab.tsx'

export const meta = privatePage('Blog Manager')
export const handle: PageHandle = { needs: 'operator' }

/** The content desk: generation queue, posts and topics. */
export default function BlogDeskPage() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'topics' ? 'topics' : 'posts'
  // Drafts are stored here, so that they survive closing a dialog or changing tabs.
  const [prompt, setPrompt] = useState(NEW_PROMPT)
  const [newTopic, setNewTopic] = useState(NEW_TOPIC)
  const postCount = totalOf(useInfiniteQuery(postPages(null)).data)
  const topicCount = totalOf(useInfiniteQuery(topicPages).data)
  const generate = useGenerate()
  const { topicId, customPrompt } = generate.variables ?? {}
  return (
    <Page
      title="Blog Manager"
      actions={
        <>
          <NewPostButton />
          <DialogButton
            dialog={(close) => (
              <CustomPromptDialog
                draft={prompt}
                generate={generate}
                onClose={(draft) => {
                  setPrompt(draft)
                  close()
                }}
              />
            )}
          >
            <PenLine aria-hidden />
            Custom Prompt
          </DialogButton>
          <Button
            variant="primary"
            disabled={generate.isPending}
            pending={generate.isPending && !topicId && !customPrompt}
            pendingLabel="Generating..."
            onClick={() => generate.start({})}
          >
            <Sparkles aria-hidden />
            Generate from Topic
          </Button>
        </>
      }
    >
      <GenerationQueue />
      <Tabs
        value={tab}
        onValueChange={(next) => setParams(next === 'topics' ? { tab: 'topics' } : {}, { replace: true })}
        className="mt-2"
      >
        <TabList label="Blog Manager" className="-mx-4 px-2.75 sm:-mx-5 sm:px-2.5">
          <Tab value="posts" count={postCount}>
            Posts
          </Tab>
          <Tab value="topics" count={topicCount}>
            Topics
          </Tab>
        </TabList>
        <TabPanel value="posts">
          <PostsTab generate={generate} />
        </TabPanel>
        <TabPanel value="topics">
          <TopicsTab generate={generate} newTopic={newTopic} onNewTopic={setNewTopic} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}

/** The total of a list; undefined until its first page is loaded. */
function totalOf(data: { pages: { total: string | null }[] } | undefined): number | undefined {
  const total = data?.pages[0]?.total
  return total ? Number.parseInt(total, 10) : undefined
}

/** Adds an empty draft and opens it. */
function NewPostButton() {
  return (
    <DialogButton dialog={(close) => <NewPostDialog onClose={close} />}>
      <FilePlus2 aria-hidden />
      New post
    </DialogButton>
  )
}

function NewPostDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPost()
  const navigate = useNavigate()
  const { form, dialog } = useActionForm({
    schema: newPost,
    defaultValues: { title: '', category: NEW_PROMPT.category },
    send: add.mutateAsync,
    onDone: ({ id }) => void navigate(urls.blogPost(id)),
    fallback: "We couldn't add the post. Try again.",
  })
  return (
    <FormDialog
      title="New post"
      description="It starts as a draft. Nothing is public until you publish it."
      verb="Create Post"
      disabled={form.watch('title').trim() === ''}
      pendingLabel="Creating..."
      onClose={onClose}
      {...dialog}
    >
      <FormField form={form} name="title" label="Title" required />
      <FormField form={form} name="category" label="Category" options={CATEGORY_OPTIONS} />
    </FormDialog>
  )
}

const STATUSES = BLOG_STATUSES.map((value) => ({ value, label: capitalize(value) }))

/** Posts filtered by status, the last changed first. */
function PostsTab({ generate }: { generate: ReturnType<typeof useGenerate> }) {
  const [params, setParams] = useSearchParams()
  const status = BLOG_STATUSES.find((each) => each === params.get('status')) ?? null
  const list = useInfiniteQuery(postPages(status))
  const setStatus = (next: string) => setParams(next ? { status: next } : {}, { replace: true })
  const empty = status ? (
    <EmptyState
      icon={<FileText />}
      title="No posts with this status"
      description="Choose another status, or show all posts."
      actions={<Button onClick={() => setStatus('')}>Show all</Button>}
    />
  ) : (
    <EmptyState
      icon={<FileText />}
      title="No blog posts yet"
      description="Generate the first one from the next topic. Nothing goes live until you publish it."
      actions={
        <Button
          variant="primary"
          pending={generate.isPending}
          pendingLabel="Generating..."
          onClick={() => generate.start({})}
        >
          Generate First Post
        </Button>
      }
    />
  )
  return (
    <>
      <Select
        aria-label="Post status"
        className="mb-3 w-44 max-sm:w-full"
        placeholder="All posts"
        options={STATUSES}
        value={status ?? ''}
        onValue={setStatus}
      />
      <PagedItems list={list} listName="the posts" label="Posts" className="grid gap-2" empty={empty}>
        {(post) => <PostCard post={post} />}
      </PagedItems>
    </>
  )
}
