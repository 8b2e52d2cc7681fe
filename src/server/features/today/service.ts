import type { Task } from '#contract/tasks.ts'
import type { PromisedItem, TodayItem, TodayList } from '#contract/today.ts'
import { isConversation } from '#domain/activities/activity.ts'
import { callingState } from '#domain/compliance/calling-rules.ts'
import type { License } from '#domain/compliance/license-line.ts'
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

type Features = {
  contacts: Pick<ContactsService, 'listByIds'>
  outreach: Pick<OutreachService, 'draft' | 'hoursAt' | 'licensesOf'>
  tasks: Pick<TasksService, 'listByIds'>
}

/** Today's list: people to contact with reason and script, and open inquiries, tasks and appointments. */
export function todayService(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { contacts, outreach, tasks }: Features,
) {
  /** Calling hours for a contact, looked up once for each ZIP code and state. */
  function hoursFinder() {
    const hoursByKey = new Map<string, ReturnType<OutreachService['hoursAt']>>()
    return (row: store.CandidateRow) => {
      const zip = row.zipCode?.slice(0, 5) ?? ''
      const key = `${zip || `${row.city} ${row.state}`} ${callingState(row)}`
      const hours = hoursByKey.get(key) ?? outreach.hoursAt(row)
      hoursByKey.set(key, hours)
      return hours
    }
  }

  return {
    /** @param query with `importId`, only people of that import, without inquiries, tasks and appointments */
    list: (
      context: Context,
      { limit, importId }: { limit: number; importId?: string | undefined },
    ): Promise<TodayList> =>
      db.read(context.organizationId, async (tx) => {
        const now = clock.now()
        const today = americanDay(now)
        const userId = userIdOf(context)
        const scope = { now, dueUntil: endOfAmericanDay(now), userId, importId }
        const inquiriesSince = addDays(now, -limits.INQUIRY_DAYS)
        const [likelyRows, commitments, senderFacts, licenses] = await Promise.all([
          store.listCandidates(tx, { ...scope, personalOnly: false }),
          importId ? [] : store.listCommitments(tx, { ...scope, inquiriesSince }),
          store.findSender(tx, userId),
          outreach.licensesOf(tx, context),
        ])
        const sender = { ...senderFacts, licenses }
        const tasksById = new Map<string, Task>()
        const readTasks = async (rows: readonly { taskId: string | null }[]) => {
          const ids = rows.flatMap(({ taskId }) => taskId ?? [])
          for (const task of await tasks.listByIds(tx, ids)) tasksById.set(task.id, task)
        }
        const taskOf = (id: string | null) => (id === null ? undefined : tasksById.get(id))

        const hoursOf = hoursFinder()
        const commitmentIds = new Set(commitments.map(({ contactId }) => contactId))
        const households = commitments.flatMap((row) => householdKeyOf(row) ?? [])
        const candidatesOf = (rows: readonly store.CandidateRow[]) =>
          Promise.all(
            rows
              .filter(({ id }) => !commitmentIds.has(id))
              .map(async (row) => {
                const hours = row.phone ? await hoursOf(row) : null
                return candidateOf(row, { hours, task: taskOf(row.taskId), now })
              }),
          )
        await readTasks([...likelyRows, ...commitments])
        const candidates = await candidatesOf(likelyRows)
        let ranked = rankToday(candidates, today, households)
        if (ranked.length < limit) {
          // They come last, so they are queried only when there is room.
          const personalRows = await store.listCandidates(tx, { ...scope, personalOnly: true })
          await readTasks(personalRows)
          ranked = rankToday([...candidates, ...(await candidatesOf(personalRows))], today, households)
        }
        ranked = ranked.slice(0, limit)
        const rankedIds = ranked.map(({ candidate }) => candidate.id)
        const [summaries, reasonFacts] = await Promise.all([
          contacts.listByIds(tx, [...commitmentIds, ...rankedIds]),
          store.listReasonFacts(tx, rankedIds),
        ])
        const contactById = new Map(summaries.map((contact) => [contact.id, contact]))
        const factsById = new Map(reasonFacts.map((each) => [each.id, each]))

        const items = ranked.flatMap(({ candidate, channel }) => {
          const [contact, facts] = [contactById.get(candidate.id), factsById.get(candidate.id)]
          if (!contact || !facts) return []
          const record = facts.hasRecord ? { on: facts.recordOn } : null
          const reason = todayReason({ ...candidate, ownedSince: facts.ownedSince, record }, today)
          const script = scriptOf(candidate.row, channel, sender, facts)
          const task = taskOf(candidate.row.taskId) ?? null
          return [itemOf(candidate, { contact, channel, reason, script, task })]
        })
        const commitmentItems = commitments.flatMap(
          ({ kind, contactId, taskId, isPersonalOnly, dueAt }): PromisedItem[] => {
            const contact = contactById.get(contactId)
            const task = taskOf(taskId) ?? null
            return contact ? [{ kind, contact, task, needsTact: isPersonalOnly, dueAt }] : []
          },
        )
        return { promised: commitmentItems, items, generatedAt: now.toISOString() }
      }),
  }

  function scriptOf(
    row: store.CandidateRow,
    channel: TodayChannel,
    sender: Awaited<ReturnType<typeof store.findSender>> & { licenses: readonly License[] },
    { conversationActivities }: store.ReasonFacts,
  ): TodayItem['script'] {
    if (channel === 'personal') return null
    const { lastConversationAt } = row
    const purpose = lastConversationAt ? 'follow-up' : 'check-in'
    // A text to someone the member knows isn't marketing; emails keep their opt-out.
    const isPersonal =
      channel === 'text' && (row.relationship === 'past_client' || row.relationship === 'sphere')
    const kind = isPersonal ? 'personal' : 'marketing'
    const request = { channel, kind, tone: 'friendly', length: 'short', purpose } as const
    const conversation = conversationActivities.find(isConversation)
    const lastActivity =
      conversation && lastConversationAt ? { ...conversation, at: lastConversationAt } : null
    // Without a conversation the line about the license is shown, though a message may have been sent.
    const isFirstContact = lastConversationAt === null
    const recipient = { ...row, ...sender, lastActivity, isFirstContact }
    const { text, missingLicense } = outreach.draft(request, recipient, row.id)
    return {
      id: `${row.id}:${channel}:${purpose}`,
      channel,
      text: missingLicense && channel !== 'call' ? null : text,
      missingLicense,
    }
  }
}

export type TodayService = ReturnType<typeof todayService>

function itemOf(
  { row, callCheck, hasPhone, hours }: Candidate,
  { reason, ...parts }: Pick<TodayItem, 'contact' | 'channel' | 'script' | 'task'> & { reason: TodayReason },
): TodayItem {
  return {
    ...parts,
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
