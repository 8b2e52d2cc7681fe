import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { useId } from 'react'
import type { ContentTopic, Generation } from '#contract/blog-desk.ts'
import { formatMoment, formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toastLoadFailure, topicPages, useChangeTopic } from './blog-desk-queries.ts'
import { TopicDialog, type TopicDraft } from './desk-dialogs.tsx'
import { generationQuery, type useGenerate, useSetWeekly } from './generation-queries.ts'
import { Keywords } from './post-card.tsx'

interface TopicsTabProps {
  generate: ReturnType<typeof useGenerate>
  newTopic: TopicDraft
  onNewTopic: (draft: TopicDraft) => void
}

/** The topics for posts, in the order they come next. */
export function TopicsTab({ generate, newTopic, onNewTopic }: TopicsTabProps) {
  const list = useInfiniteQuery(topicPages)
  const weekly = useQuery(generationQuery).data?.weekly
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="mr-auto min-w-0">{weekly && <Weekly weekly={weekly} />}</div>
        <DialogButton
          className="max-sm:w-full"
          dialog={(close) => (
            <TopicDialog
              draft={newTopic}
              onClose={(draft) => {
                onNewTopic(draft)
                close()
              }}
            />
          )}
        >
          Add Topic
        </DialogButton>
      </div>
      <PagedItems
        list={list}
        listName="the topics"
        label="Topics"
        className="grid gap-2"
        empty={
          <EmptyState
            icon={<Lightbulb />}
            title="No topics configured"
            description="Add topics for the blog. New topics come first. After that, topics with a higher priority come up more often."
          />
        }
      >
        {(topic) => <TopicCard topic={topic} generate={generate} />}
      </PagedItems>
    </>
  )
}

function Weekly({ weekly }: { weekly: Generation['weekly'] }) {
  const setWeekly = useSetWeekly()
  const id = useId()
  // Shows the choice while it is being saved, and the stored setting again if that fails.
  const isOn = setWeekly.isPending ? setWeekly.variables : weekly.isOn
  return (
    <>
      <Checkbox
        label="Write a post from the next topic every week"
        aria-describedby={id}
        className="text-sm"
        checked={isOn}
        onChange={({ target }) => !setWeekly.isPending && setWeekly.mutate(target.checked)}
      />
      <p id={id} className="ml-8 text-[13px] text-dim">
        {isOn && weekly.nextAt ? `Next on ${formatMoment(weekly.nextAt)}. ` : ''}Posts wait for your review.
        Nothing is published automatically.
      </p>
    </>
  )
}

interface TopicCardProps {
  topic: ContentTopic
  generate: ReturnType<typeof useGenerate>
}

function TopicCard({ topic, generate }: TopicCardProps) {
  const id = useId()
  const change = useChangeTopic()
  const setActive = (isActive: boolean) =>
    change.mutate({ id: topic.id, change: { isActive } }, { onError: toastLoadFailure("Couldn't save") })
  const facts = joinPresent(
    [
      topic.category,
      `Priority ${topic.priority}`,
      `Used ${formatQuantity(topic.useCount, 'time', 'times')}`,
      topic.lastUsed && `last on ${formatMomentDay(topic.lastUsed)}`,
    ],
    ' · ',
  )
  return (
    <li>
      <Card className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex flex-wrap items-center gap-2">
            <h2 id={id} className="text-base font-medium wrap-anywhere">
              {topic.topic}
            </h2>
            {!topic.isActive && <Badge>Inactive</Badge>}
          </div>
          <p className="mt-1 text-[13px] text-muted tabular-nums">{facts}</p>
          <Keywords keywords={topic.keywords} />
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          {topic.isActive && (
            <Button
              size="row"
              aria-describedby={id}
              disabled={generate.isPending}
              pending={generate.isPending && generate.variables?.topicId === topic.id}
              pendingLabel="Generating..."
              onClick={() => generate.start({ topicId: topic.id })}
            >
              Generate
            </Button>
          )}
          <DialogButton
            size="row"
            aria-describedby={id}
            dialog={(close) => <TopicDialog topic={topic} onClose={close} />}
          >
            Edit
          </DialogButton>
          <Button
            size="row"
            aria-describedby={id}
            pending={change.isPending}
            onClick={() => setActive(!topic.isActive)}
          >
            {topic.isActive ? 'Deactivate' : 'Activate'}
          </Button>
        </div>
      </Card>
    </li>
  )
}
