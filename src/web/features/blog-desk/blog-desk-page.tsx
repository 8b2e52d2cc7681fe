import { useInfiniteQuery } from '@tanstack/react-query'
import { PenLine, Sparkles } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContentTopic } from '#contract/blog-desk.ts'
import { privatePage } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { NEW_PROMPT, NEW_TOPIC } from './blank-drafts.ts'
import { postPages, topicPages } from './blog-desk-queries.ts'
import { useGenerate, useGeneration } from './generation-queries.ts'
import { GenerationQueue } from './generation-queue.tsx'
import { PostsTab } from './posts-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'

export const meta = privatePage('Blog Manager')

const CustomPromptDialog = lazy(async () => ({
  default: (await import('./custom-prompt-dialog.tsx')).CustomPromptDialog,
}))
const TopicDialog = lazy(async () => ({ default: (await import('./topic-dialog.tsx')).TopicDialog }))

type OpenDialog = { kind: 'prompt' } | { kind: 'topic'; topic: ContentTopic | null } | null

/** The content desk: generation queue, posts and topics. */
export default function BlogDeskPage() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'topics' ? 'topics' : 'posts'
  const [dialog, setDialog] = useState<OpenDialog>(null)
  // Drafts live here to survive closing a dialog by mistake.
  const [prompt, setPrompt] = useState(NEW_PROMPT)
  const [topic, setTopic] = useState(NEW_TOPIC)
  const postCount = countOf(useInfiniteQuery(postPages(null)).data)
  const topicCount = countOf(useInfiniteQuery(topicPages).data)
  const { query: generation, tell } = useGeneration()
  const generate = useGenerate(tell)
  return (
    <section aria-labelledby="blog-desk-heading" className="max-w-5xl">
      <Header generate={generate} onPrompt={() => setDialog({ kind: 'prompt' })} />
      <GenerationQueue generation={generation} onRetried={tell} />
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
          <TopicsTab
            generate={generate}
            generation={generation.data}
            onEdit={(edited) => setDialog({ kind: 'topic', topic: edited })}
          />
        </TabPanel>
      </Tabs>
      <Suspense fallback={null}>
        {dialog?.kind === 'prompt' && (
          <CustomPromptDialog
            draft={prompt}
            generate={generate}
            onClose={(draft) => {
              setPrompt(draft)
              setDialog(null)
            }}
          />
        )}
        {dialog?.kind === 'topic' && (
          <TopicDialog
            topic={dialog.topic}
            draft={topic}
            onClose={(draft) => {
              setTopic(draft)
              setDialog(null)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

interface HeaderProps {
  generate: ReturnType<typeof useGenerate>
  onPrompt: () => void
}

function Header({ generate, onPrompt }: HeaderProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <h1 id="blog-desk-heading" className="mr-auto text-xl">
        Blog Manager
      </h1>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button onClick={onPrompt}>
          <PenLine aria-hidden />
          Custom Prompt
        </Button>
        <Button
          variant="primary"
          disabled={generate.isPending}
          pending={generate.isPending && isNextTopic(generate.variables)}
          pendingLabel="Generating..."
          onClick={() => generate.start({})}
        >
          <Sparkles aria-hidden />
          Generate from Topic
        </Button>
      </div>
    </div>
  )
}

function isNextTopic(command: ReturnType<typeof useGenerate>['variables']): boolean {
  return command !== undefined && Object.keys(command).length === 0
}

/** The total of a list; undefined until its first page is loaded. */
function countOf(data: { pages: { total: string | null }[] } | undefined): number | undefined {
  const total = data?.pages[0]?.total
  return total ? Number.parseInt(total, 10) : undefined
}
