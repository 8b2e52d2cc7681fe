import * as account from '#contract/v1/account.ts'
import * as activity from '#contract/v1/activities.ts'
import * as views from '#contract/v1/analytics.ts'
import * as consent from '#contract/v1/consents.ts'
import * as contract from '#contract/v1/contacts.ts'
import * as enrich from '#contract/v1/enrichment.ts'
import * as imported from '#contract/v1/imports.ts'
import * as outreachContract from '#contract/v1/outreach.ts'
import * as playbook from '#contract/v1/playbooks.ts'
import * as score from '#contract/v1/scores.ts'
import * as signal from '#contract/v1/signals.ts'
import * as tag from '#contract/v1/tags.ts'
import * as task from '#contract/v1/tasks.ts'
import type { AnalyticsService } from '#server/features/analytics/service.ts'
import { type Context, contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { MemberSession } from '#server/platform/http/session.ts'
import { apiPageFrom } from '#server/platform/page.ts'
import type { PublicApiService } from './service.ts'

const CACHED_SESSION = { session: 'remembered' } as const

export function publicApiRoutes(api: Api, service: PublicApiService, analytics: AnalyticsService): void {
  api.serve(account.getAccount, (call) => service.account(call.session))
  contactRoutes(api, service)
  activityRoutes(api, service)
  tagRoutes(api, service)
  consentRoutes(api, service)
  signalRoutes(api, service)
  taskRoutes(api, service)
  enrichmentRoutes(api, service)
  importRoutes(api, service)
  outreachRoutes(api, service)
  analyticsRoutes(api, analytics)
}

function contactRoutes(api: Api, { contacts }: PublicApiService): void {
  api.serve(
    contract.listContacts,
    async (call) => apiPageFrom(await contacts.list(contextOf(call), call.query)),
    CACHED_SESSION,
  )
  api.serve(contract.getContact, (call) => contacts.get(contextOf(call), call.params.id), CACHED_SESSION)
  api.serve(
    contract.createContact,
    (call) => contacts.add(contextOf(call), call.body),
    readAgain(contacts.get),
  )
  api.serve(
    contract.updateContact,
    (call) => contacts.change(contextOf(call), call.params.id, call.body),
    readAgain(contacts.get),
  )
  api.serve(contract.deleteContact, (call) => contacts.remove(contextOf(call), call.params.id))
  api.serve(contract.getExternalContact, (call) => contacts.getLinked(contextOf(call), call.params))
  api.serve(contract.upsertContact, async (call) => {
    const { contact, isNew } = await contacts.upsert(contextOf(call), call.params, call.body)
    call.reply.code(isNew ? 201 : 200)
    return contact
  })
  api.serve(
    contract.batchContacts,
    async (call) => ({ results: await contacts.saveAll(contextOf(call), call.body.items) }),
    {
      repeat: {
        resultOf: ({ results }) => results.map(({ status, id, error }) => ({ status, id, error })),
        bodyFrom: async (_call, results) => ({ results: results as contract.BatchResult[] }),
        isSafeToRepeat: true,
      },
    },
  )
}

function activityRoutes(api: Api, { activities }: PublicApiService): void {
  api.serve(activity.listActivities, async (call) =>
    apiPageFrom(await activities.list(contextOf(call), call.params.id, call.query)),
  )
  api.serve(activity.getActivity, (call) => activities.get(contextOf(call), call.params.id))
  api.serve(
    activity.logActivity,
    async (call) => (await activities.log(contextOf(call), call.params.id, call.body)).activity,
    readAgain(activities.get),
  )
  api.serve(
    activity.updateActivity,
    (call) => activities.update(contextOf(call), call.params.id, call.body),
    readAgain(activities.get),
  )
  api.serve(activity.deleteActivity, (call) => activities.remove(contextOf(call), call.params.id))
}

function tagRoutes(api: Api, { tags }: PublicApiService): void {
  api.serve(tag.listTags, async (call) => ({ data: await tags.list(contextOf(call)), next: null }))
  api.serve(tag.getTag, (call) => tags.get(contextOf(call), call.params.id))
  api.serve(tag.createTag, (call) => tags.add(contextOf(call), call.body), readAgain(tags.get))
  api.serve(
    tag.updateTag,
    (call) => tags.update(contextOf(call), call.params.id, call.body),
    readAgain(tags.get),
  )
  api.serve(tag.deleteTag, (call) => tags.remove(contextOf(call), call.params.id))
  api.serve(tag.setContactTags, (call) => tags.setForContact(contextOf(call), call.params.id, call.body), {
    repeat: {
      resultOf: () => null,
      bodyFrom: (call) => tags.listOfContact(contextOf(call), call.params.id),
    },
  })
}

function consentRoutes(api: Api, { consents }: PublicApiService): void {
  api.serve(consent.listConsents, async (call) =>
    apiPageFrom(await consents.list(contextOf(call), call.params.id, call.query)),
  )
  api.serve(consent.recordConsent, (call) => consents.record(contextOf(call), call.params.id, call.body), {
    repeat: {
      resultOf: ({ contactId }) => contactId,
      bodyFrom: (call, id) => consents.preferencesOf(contextOf(call), String(id)),
    },
  })
}

function signalRoutes(api: Api, { signals }: PublicApiService): void {
  api.serve(signal.listSignals, async (call) => apiPageFrom(await signals.list(contextOf(call), call.query)))
  api.serve(signal.listContactSignals, async (call) =>
    apiPageFrom(await signals.listOfContact(contextOf(call), call.params.id, call.query)),
  )
  api.serve(score.listScores, async (call) =>
    apiPageFrom(await signals.listScores(contextOf(call), call.query)),
  )
  api.serve(score.getScore, (call) => signals.explain(contextOf(call), call.params.id))
}

function taskRoutes(api: Api, { tasks }: PublicApiService): void {
  api.serve(task.listTasks, async (call) => apiPageFrom(await tasks.list(contextOf(call), call.query)))
  api.serve(task.getTask, (call) => tasks.get(contextOf(call), call.params.id))
  api.serve(task.createTask, (call) => tasks.add(contextOf(call), call.body), readAgain(tasks.get))
  api.serve(
    task.updateTask,
    (call) => tasks.change(contextOf(call), call.params.id, call.body),
    readAgain(tasks.get),
  )
  api.serve(
    task.completeTask,
    (call) => tasks.complete(contextOf(call), call.params.id),
    readAgain(tasks.get),
  )
  api.serve(task.deleteTask, (call) => tasks.remove(contextOf(call), call.params.id))
  api.serve(playbook.listPlaybooks, async (call) => apiPageFrom(await tasks.listPlaybooks(contextOf(call))))
  api.serve(playbook.suggestPlaybooks, (call) => tasks.suggest(contextOf(call), call.params.id))
  api.serve(
    playbook.applyPlaybook,
    (call) => tasks.apply(contextOf(call), call.params.id, call.body.contactIds),
    {
      repeat: {
        resultOf: (counts) => counts,
        bodyFrom: async (_call, counts) => counts as playbook.AppliedPlaybook,
      },
    },
  )
}

function enrichmentRoutes(api: Api, { enrichment }: PublicApiService): void {
  api.serve(enrich.startEnrichment, (call) => enrichment.start(contextOf(call), call.params.id), {
    repeat: {
      resultOf: ({ contactId }) => contactId,
      bodyFrom: (call, id) => enrichment.get(contextOf(call), String(id)),
    },
  })
  api.serve(enrich.getEnrichment, (call) => enrichment.get(contextOf(call), call.params.id))
}

function importRoutes(api: Api, { imports }: PublicApiService): void {
  api.serve(imported.startImport, (call) => imports.start(contextOf(call), call.body), readAgain(imports.get))
  api.serve(imported.listImports, async (call) =>
    apiPageFrom(await imports.list(contextOf(call), call.query)),
  )
  api.serve(imported.getImport, (call) => imports.get(contextOf(call), call.params.id))
}

/** Drafts and checks store nothing, so that a repeated request simply runs again. */
function outreachRoutes(api: Api, { outreach }: PublicApiService): void {
  api.serve(
    outreachContract.draftOutreach,
    (call) => outreach.draft(contextOf(call), call.params.id, call.body),
    {
      repeat: {
        resultOf: () => null,
        bodyFrom: (call) => outreach.draft(contextOf(call), call.params.id, call.body),
      },
    },
  )
  api.serve(outreachContract.checkOutreach, (call) => outreach.check(contextOf(call), call.body), {
    repeat: { resultOf: () => null, bodyFrom: (call) => outreach.check(contextOf(call), call.body) },
  })
}

function analyticsRoutes(api: Api, { view }: Pick<AnalyticsService, 'view'>): void {
  api.serve(views.getOverview, (call) => view(contextOf(call), 'overview', call.query))
  api.serve(views.getFunnel, (call) => view(contextOf(call), 'funnel', call.query))
  api.serve(views.getResponse, (call) => view(contextOf(call), 'response', call.query))
  api.serve(views.getMembersView, (call) => view(contextOf(call), 'members', call.query))
  api.serve(views.getBands, (call) => view(contextOf(call), 'bands', call.query))
  api.serve(views.getMovement, (call) => view(contextOf(call), 'movement', call.query))
  api.serve(views.getCoverage, (call) => view(contextOf(call), 'coverage', call.query))
  api.serve(views.getCredits, (call) => view(contextOf(call), 'credits', call.query))
  api.serve(views.getPipeline, (call) => view(contextOf(call), 'pipeline', call.query))
  api.serve(views.getNeighborhoods, (call) => view(contextOf(call), 'neighborhoods', call.query))
}

type MemberCall = { session: MemberSession; request: { id: string } }

/** Answers a repeated request by reading the object with the id of the first answer. */
function readAgain<T extends { id: string }>(get: (context: Context, id: string) => Promise<T>) {
  return {
    repeat: {
      resultOf: ({ id }: T) => id,
      bodyFrom: (call: MemberCall, id: unknown) => get(contextOf(call), String(id)),
    },
  }
}
