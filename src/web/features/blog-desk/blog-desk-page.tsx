import { useInfiniteQuery } from '@tanstack/react-query'
import { FilePlus2, PenLine, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { newPost } from '#contract/blog-desk.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { postPages, topicPages, useAddPost } from './blog-desk-queries.ts'
import { CustomPromptDialog, NEW_PROMPT, NEW_TOPIC } from './desk-dialogs.tsx'
import { useGenerate } from './generation-queries.ts'
import { GenerationQueue } from './generation-queue.tsx'
import { CATEGORY_OPTIONS } from './keyword-list.ts'
import { PostsTab } from './posts-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'

export const meta = privatePage('Blog Manager')

/** The content desk: generation queue, posts and topics. */
export default function BlogDeskPage() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'topics' ? 'topics' : 'posts'
  // Drafts live here, to survive a closed dialog and a change of tabs.
  const [prompt, setPrompt] = useState(NEW_PROMPT)
  const [newTopic, setNewTopic] = useState(NEW_TOPIC)
  const postCount = countOf(useInfiniteQuery(postPages(null)).data)
  const topicCount = countOf(useInfiniteQuery(topicPages).data)
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
function countOf(data: { pages: { total: string | null }[] } | undefined): number | undefined {
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
      <FormField form={form} name="category" label="Category">
        {(field) => <Select {...field} options={CATEGORY_OPTIONS} />}
      </FormField>
    </FormDialog>
  )
}
