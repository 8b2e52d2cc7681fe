import type { Task } from '#contract/tasks.ts'
import type { PromisedItem, TodayItem, TodayList } from '#contract/today.ts'
import { isConversation } from '#domain/activities/activity.ts'
import { callingState } from '#domain/compliance/calling-rules.ts'
import type { TodayChannel } from '#domain/today/candidate.ts'
import { rankToday } from '#domain/today/rank.ts'
import { type TodayReason, todayReason } from '#domain/today/reason.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { OutreachService } from '#server/features/outreach/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { addDays, americanDay, endOfAmericanDay } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { type Candidate, candidateOf, householdKeyOf } from './service/candidate.ts'
import * as store from './store/candidates.ts'

/** Today's list: people to contact with reason and script, and what was promised. */
export function todayService(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  {
    contacts,
    outreach,
    tasks,
  }: {
    contacts: Pick<ContactsService, 'listByIds'>
    outreach: Pick<OutreachService, 'draft' | 'hoursAt'>
    tasks: Pick<TasksService, 'listByIds'>
  },
) {
  /** Calling hours for a contact, looked up once for each ZIP code and state. */
  function hoursFinder() {
    const known = new Map<string, ReturnType<OutreachService['hoursAt']>>()
    return (row: store.CandidateRow) => {
      const zip = row.zipCode?.slice(0, 5) ?? ''
      const key = `${zip || `${row.city} ${row.state}`} ${callingState(row)}`
      const hours = known.get(key) ?? outreach.hoursAt(row)
      known.set(key, hours)
      return hours
    }
  }

  return {
    /** @param query with `importId`, only people of that import and nothing promised */
    list: (
      context: Context,
      { limit, importId }: { limit: number; importId?: string | undefined },
    ): Promise<TodayList> =>
      db.read(context.organizationId, async (tx) => {
        const now = clock.now()
        const today = americanDay(now)
        const userId = userIdOf(context)
        const dueUntil = endOfAmericanDay(now)
        const inquiriesSince = addDays(now, -limits.INQUIRY_DAYS)
        const [likely, promised, sender] = await Promise.all([
          store.listCandidates(tx, { now, dueUntil, userId, importId, needTact: false }),
          importId ? [] : store.listPromised(tx, { now, dueUntil, userId, inquiriesSince }),
          store.findSender(tx, userId),
        ])
        const tasksById = new Map<string, Task>()
        const readTasks = async (rows: readonly { taskId: string | null }[]) => {
          const ids = rows.flatMap(({ taskId }) => taskId ?? [])
          for (const task of await tasks.listByIds(tx, ids)) tasksById.set(task.id, task)
        }
        const taskOf = (id: string | null) => (id === null ? undefined : tasksById.get(id))

        const hoursOf = hoursFinder()
        const promisedIds = new Set(promised.map(({ contactId }) => contactId))
        const promisedHouseholds = promised.flatMap((row) => householdKeyOf(row) ?? [])
        const candidatesOf = (rows: readonly store.CandidateRow[]) =>
          Promise.all(
            rows
              .filter(({ id }) => !promisedIds.has(id))
              .map(async (row) => {
                const hours = row.phone ? await hoursOf(row) : null
                return candidateOf(row, { hours, task: taskOf(row.taskId), now })
              }),
          )
        await readTasks([...likely, ...promised])
        const candidates = await candidatesOf(likely)
        let ranked = rankToday(candidates, today, promisedHouseholds)
        if (ranked.length < limit) {
          // They come last, so they are only looked for when there is room.
          const careful = await store.listCandidates(tx, { now, dueUntil, userId, importId, needTact: true })
          await readTasks(careful)
          ranked = rankToday([...candidates, ...(await candidatesOf(careful))], today, promisedHouseholds)
        }
        ranked = ranked.slice(0, limit)
        const rankedIds = ranked.map(({ candidate }) => candidate.id)
        const [summaries, facts] = await Promise.all([
          contacts.listByIds(tx, [...promisedIds, ...rankedIds]),
          store.listReasonFacts(tx, rankedIds),
        ])
        const contactById = new Map(summaries.map((contact) => [contact.id, contact]))
        const factsById = new Map(facts.map((each) => [each.id, each]))

        const items = ranked.flatMap(({ candidate, channel }) => {
          const [contact, known] = [contactById.get(candidate.id), factsById.get(candidate.id)]
          if (!contact || !known) return []
          const record = known.hasRecord ? { on: known.recordOn } : null
          const reason = todayReason({ ...candidate, ownedSince: known.ownedSince, record }, today)
          const script = scriptOf(candidate.row, channel, sender, known)
          const task = taskOf(candidate.row.taskId) ?? null
          return [itemOf(candidate, { contact, channel, reason, script, task })]
        })
        const promisedItems = promised.flatMap(
          ({ kind, contactId, taskId, needsTact, dueAt }): PromisedItem[] => {
            const contact = contactById.get(contactId)
            return contact ? [{ kind, contact, task: taskOf(taskId) ?? null, needsTact, dueAt }] : []
          },
        )
        return { promised: promisedItems, items, generatedAt: now.toISOString() }
      }),
  }

  function scriptOf(
    row: store.CandidateRow,
    channel: TodayChannel,
    sender: Awaited<ReturnType<typeof store.findSender>>,
    { loggedThen }: store.ReasonFacts,
  ): TodayItem['script'] {
    if (channel === 'personal') return null
    const { lastConversationAt } = row
    const purpose = lastConversationAt ? 'follow-up' : 'check-in'
    // A text to someone the member knows is no marketing; emails keep their opt-out.
    const isPersonal =
      channel === 'text' && (row.relationship === 'past_client' || row.relationship === 'sphere')
    const kind = isPersonal ? 'personal' : 'marketing'
    const request = { channel, kind, tone: 'friendly', length: 'short', purpose } as const
    const conversation = loggedThen.find(isConversation)
    const lastActivity =
      conversation && lastConversationAt ? { ...conversation, at: lastConversationAt } : null
    const text = outreach.draft(request, { ...row, ...sender, lastActivity }, row.id)
    return { id: `${row.id}:${channel}:${purpose}`, channel, text }
  }
}

export type TodayService = ReturnType<typeof todayService>

function itemOf(
  { row, callCheck, hasPhone, hours }: Candidate,
  { reason, ...shown }: Pick<TodayItem, 'contact' | 'channel' | 'script' | 'task'> & { reason: TodayReason },
): TodayItem {
  return {
    ...shown,
    reason: reason.text,
    evidence: reason.evidence,
    phone: hasPhone && callCheck !== 'listed' ? row.phone : null,
    callCheck,
    callingHours: hours && { allowed: hours.allowed, why: hours.why },
    listedForSale: false,
    isClient: row.isOwnClient,
    lastContactAt: row.lastActivityAt,
  }
}
