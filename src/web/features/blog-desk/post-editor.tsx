import { BookText, Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { DeskPost, PostReview } from '#contract/blog-desk.ts'
import type { SeoResult } from '#domain/blog/seo-score.ts'
import { MAX_SCORE_WITH_FAULT } from '#domain/blog/text-faults.ts'
import { localMinute } from '#web/lib/format.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  isPublic,
  type PostStatus,
  statusActionLabel,
  statusToastText,
  statusToastTitle,
} from './blog-desk-texts.ts'
import { PostBadges, ViewLink } from './post-card.tsx'
import { PostFields } from './post-fields.tsx'
import { type PostFormState, usePostForm } from './post-form.ts'

/** The editor of a post. Every status change also saves the edits. */
export function PostEditor({ post }: { post: DeskPost }) {
  const state = usePostForm(post)
  const isWritten = post.status !== 'generating'
  return (
    <>
      <PostHead post={post} state={state} />
      {!isWritten && (
        <p role="status" className="mt-4 flex items-center gap-2 text-sm text-muted">
          <Spinner />
          We're writing this post. You can edit it when it's done.
        </p>
      )}
      <ReviewNotice review={post.review} />
      {isWritten && (
        <div className="mt-4 grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <PostFields post={post} state={state} />
          <SeoCard post={post} isStale={state.isDirty} />
        </div>
      )}
    </>
  )
}

/** Title and status of a post, with the buttons that change the status. */
function PostHead({ post, state }: { post: DeskPost; state: PostFormState }) {
  const change = async (status: Exclude<PostStatus, 'generating'>, publishedAt?: string) => {
    const saved = await state.save({ status, ...(publishedAt && { publishedAt }) })
    if (saved) toast({ title: statusToastTitle(saved.post), description: statusToastText(saved.post) })
  }
  return (
    <div className="mt-1 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="mr-auto min-w-0 flex-1 basis-80">
        <h1 id="desk-post-heading" className="text-xl text-pretty wrap-anywhere">
          {post.title || 'Untitled'}
        </h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <PostBadges post={post} />
          <span className="text-[13px] text-dim">{post.readingTime} min read</span>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {isPublic(post) && <ViewLink post={post} />}
        {post.nextStatuses.map((status) => {
          if (status === 'generating') return null
          const button = {
            size: 'row',
            disabled: state.isSaving,
            children: statusActionLabel(post, status),
          } as const
          if (status !== 'published')
            return <Button key={status} {...button} onClick={() => void change(status)} />
          return (
            <DialogButton
              key={status}
              {...button}
              dialog={(close) => (
                <PublishDialog
                  post={post}
                  state={state}
                  onClose={close}
                  onPublish={(at) => void change('published', at).then(close)}
                />
              )}
            />
          )
        })}
      </div>
    </div>
  )
}

interface PublishDialogProps {
  post: DeskPost
  state: PostFormState
  onClose: () => void
  /** Called with the publication time, in ISO format. */
  onPublish: (at: string) => void
}

const DAY_MS = 86_400_000
const WHEN_OPTIONS = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
]

/** Publishes a ready post now, or schedules it. */
function PublishDialog({ post, state, onClose, onPublish }: PublishDialogProps) {
  const [when, setWhen] = useState('now')
  const [time, setTime] = useState(() => localMinute(new Date(Date.now() + DAY_MS)))
  const [error, setError] = useState<string>()
  const submit = () => {
    const publishTime = when === 'now' ? new Date() : new Date(time)
    if (Number.isNaN(publishTime.getTime())) return setError('Choose a date and time')
    if (when === 'later' && publishTime.getTime() <= Date.now())
      return setError('Choose a time in the future')
    onPublish(publishTime.toISOString())
  }
  const warnings = [
    post.review.needed ? 'No one has reviewed it yet.' : '',
    state.isDirty ? 'Your unsaved changes will be saved.' : '',
  ]
  return (
    <FormDialog
      title="Publish"
      description={`“${post.title}” will be public. ${warnings.join(' ')}`.trim()}
      width="sm"
      verb={when === 'now' ? 'Publish' : 'Schedule'}
      pending={state.isSaving}
      pendingLabel="Publishing..."
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="When">
        <Select options={WHEN_OPTIONS} value={when} onValue={setWhen} />
      </Field>
      {when === 'later' && (
        <Field label="Date and time" hint="In your device's time zone." error={error}>
          <Input type="datetime-local" value={time} onValue={setTime} />
        </Field>
      )}
    </FormDialog>
  )
}

/** Review notes for an unreviewed post, and the sources of its text. */
function ReviewNotice({ review }: { review: PostReview }) {
  const { needed, notes, sources } = review
  if (!needed && sources.length === 0) return null
  return (
    <Card role="region" aria-labelledby="review" className="mt-4 flex gap-3 p-4">
      <BookText aria-hidden className={needed ? 'size-5 shrink-0 text-orange' : 'size-5 shrink-0 text-dim'} />
      <div className="min-w-0 flex-1">
        <h2 id="review" className="text-sm leading-5 font-medium">
          {needed ? 'Review before publishing' : 'Sources of this text'}
        </h2>
        {needed &&
          notes.map((note) => (
            <p key={note} className="mt-1 text-sm text-pretty text-muted">
              {note}
            </p>
          ))}
        {sources.length > 0 && (
          <Collapsible label="Sources" aside={sources.length} className="mt-1 -mb-2">
            <ul aria-label="Sources" className="grid gap-1 text-sm">
              {sources.map(({ title, href }) => (
                <li key={href}>
                  <a
                    href={href}
                    target="_blank"
                    rel="noreferrer"
                    className="inline-block underline underline-offset-2 hover:text-text max-md:py-1.5"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </Collapsible>
        )}
      </div>
    </Card>
  )
}

/** The SEO score by rule, with the biggest possible gains first. */
function SeoCard({ post, isStale }: { post: DeskPost; isStale: boolean }) {
  const lostPoints = ({ points, most: maxPoints }: SeoResult) => maxPoints - points
  const failedChecks = post.checks
    .filter((check) => lostPoints(check) > 0)
    .toSorted((a, b) => lostPoints(b) - lostPoints(a))
  const passedChecks = post.checks.filter((check) => lostPoints(check) <= 0)
  return (
    <Card role="region" aria-labelledby="seo" className="p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="seo" className="text-sm font-medium">
          SEO score
        </h2>
        <p className="text-sm text-dim tabular-nums">
          <span className="text-lg font-semibold text-text">{post.seoScore}</span>/100
        </p>
      </div>
      <Progress value={post.seoScore} label="SEO score" className="mt-2" />
      <p className="mt-2 text-[13px] text-dim">
        {isStale ? 'Based on the last saved version.' : 'Write for readers first, the score second.'}
      </p>
      {post.faults.length > 0 && (
        <>
          <h3 className="mt-4 text-[13px] font-medium text-muted">
            Fix these to score above {MAX_SCORE_WITH_FAULT}
          </h3>
          <ul aria-label="Issues" className="mt-1 divide-y divide-line/60">
            {post.faults.map((fault) => (
              <li key={fault} className="flex gap-2 py-2 text-sm">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-red" />
                <p className="min-w-0 flex-1 text-pretty">{fault}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      {failedChecks.length > 0 && (
        <>
          <h3 className="mt-4 text-[13px] font-medium text-muted">What to improve</h3>
          <ul aria-label="What to improve" className="mt-1 divide-y divide-line/60">
            {failedChecks.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
      {passedChecks.length > 0 && (
        <Collapsible label="Passed" aside={passedChecks.length} className="mt-2">
          <ul aria-label="Passed" className="-ml-6 divide-y divide-line/60">
            {passedChecks.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </Collapsible>
      )}
    </Card>
  )
}

function CheckRow({ check: { label, points, most: maxPoints, advice } }: { check: SeoResult }) {
  const Icon = points < maxPoints ? TriangleAlert : Check
  return (
    <li className="flex gap-2 py-2 text-sm">
      <Icon
        aria-hidden
        className={
          points < maxPoints ? 'mt-0.5 size-4 shrink-0 text-yellow' : 'mt-0.5 size-4 shrink-0 text-green'
        }
      />
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-2">
          <span>{label}</span>
          <span className="shrink-0 text-dim tabular-nums">
            {points} of {maxPoints}
          </span>
        </p>
        {advice && <p className="mt-0.5 text-[13px] text-pretty text-muted">{advice}</p>}
      </div>
    </li>
  )
}
