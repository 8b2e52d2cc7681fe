import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactMilestones } from '#contract/analytics/milestones.ts'
import { AGREEMENT_SIDES, type AgreementSide } from '#domain/activities/relationship.ts'
import { MILESTONES, type Milestone } from '#domain/analytics/milestones.ts'
import { MILESTONE_LABELS } from '#domain/analytics/texts.ts'
import { localToday } from '#web/features/tasks/task-rules.ts'
import { call } from '#web/lib/api.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { PipelineValueForm } from './pipeline-value-form.tsx'

const SIDE_OPTIONS = AGREEMENT_SIDES.map((value) => ({
  value,
  label: value === 'seller' ? 'As a seller' : 'As a buyer',
}))
const MILESTONE_OPTIONS = MILESTONES.map((value) => ({ value, label: MILESTONE_LABELS[value] }))

const milestonesQuery = (id: string) => read('GET /api/contacts/{id}/milestones', { params: { id } })

/** Milestones of a contact, those marked by hand, and the price and fee of the deal. */
export function PipelineDetails({ contactId }: { contactId: string }) {
  const milestones = useQuery({ ...milestonesQuery(contactId), staleTime: 0 })
  const [side, setSide] = useState<AgreementSide>()
  return (
    <Loaded
      query={milestones}
      failure="We couldn't load the pipeline"
      isCompact
      pending={<Skeleton className="h-32" />}
    >
      {(data) => {
        const current = side ?? data.milestones.at(-1)?.side ?? 'seller'
        return (
          <div className="grid gap-4">
            <Field label="Side">
              <Select options={SIDE_OPTIONS} value={current} onValue={setSide} />
            </Field>
            <ReachedMilestones data={data} side={current} />
            <Marks contactId={contactId} marks={data.marks.filter((mark) => mark.side === current)} />
            <MarkForm contactId={contactId} side={current} />
            <PipelineValueForm
              key={current}
              contactId={contactId}
              side={current}
              saved={data.values.find((value) => value.side === current)}
              refreshedKeys={[milestonesQuery(contactId).queryKey]}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

function ReachedMilestones({ data, side }: { data: ContactMilestones; side: AgreementSide }) {
  const reached = data.milestones.filter((each) => each.side === side)
  if (reached.length === 0) return <p className="text-[13px] text-muted">No milestones yet.</p>
  return (
    <ol aria-label="Milestones" className="divide-y divide-line/60 text-[13px]">
      {reached.map(({ milestone, firstAt, isImplied }) => (
        <li key={milestone} className="flex justify-between gap-4 py-1.5">
          <span>
            {MILESTONE_LABELS[milestone]}
            {isImplied && <span className="ml-2 text-dim">not recorded</span>}
          </span>
          <span className="text-dim tabular-nums">{formatMomentDay(firstAt)}</span>
        </li>
      ))}
    </ol>
  )
}

function Marks({ contactId, marks }: { contactId: string; marks: ContactMilestones['marks'] }) {
  const undo = useChange({
    change: (markId: string) =>
      call('DELETE /api/contacts/{id}/milestones/{markId}', { params: { id: contactId, markId } }),
    failureToast: ['Not Undone', "We couldn't undo the milestone. Please try again."],
    refreshedKeys: [milestonesQuery(contactId).queryKey],
  })
  if (marks.length === 0) return null
  return (
    <ul aria-label="Marked by hand" className="grid gap-1 text-[13px]">
      {marks.map(({ id, milestone, at }) => (
        <li key={id} className="flex items-center justify-between gap-4">
          <span>
            Marked by hand: {MILESTONE_LABELS[milestone]}, {formatMomentDay(at)}
          </span>
          <Button
            size="row"
            variant="ghost"
            aria-label={`Undo ${MILESTONE_LABELS[milestone]}`}
            pending={undo.isPending}
            onClick={() => undo.mutate(id)}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}

function MarkForm({ contactId, side }: { contactId: string; side: AgreementSide }) {
  const [today] = useState(localToday)
  const [milestone, setMilestone] = useState<Milestone>('appointment_set')
  const [day, setDay] = useState(today)
  const mark = useChange({
    change: () =>
      call('POST /api/contacts/{id}/milestones', {
        params: { id: contactId },
        // Today means now; an earlier day has no time, and noon is on that day all over the country.
        body: { milestone, side, ...(day < today ? { at: new Date(`${day}T12:00`).toISOString() } : {}) },
      }),
    successToast: () => ({ title: 'Milestone Marked', description: `${MILESTONE_LABELS[milestone]}.` }),
    failureToast: ['Not Saved', "We couldn't mark the milestone. Please try again."],
    refreshedKeys: [milestonesQuery(contactId).queryKey],
  })
  return (
    <form
      aria-label="Mark a milestone"
      className="grid grid-cols-2 items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        mark.mutate()
      }}
    >
      <Field label="Milestone">
        <Select options={MILESTONE_OPTIONS} value={milestone} onValue={setMilestone} />
      </Field>
      <Field label="Reached on">
        <Input type="date" value={day} max={today} onValue={setDay} />
      </Field>
      <Button
        type="submit"
        pending={mark.isPending}
        disabled={!day || day > today}
        className="justify-self-start"
      >
        Mark milestone
      </Button>
    </form>
  )
}
