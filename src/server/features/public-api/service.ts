import type { BodyOf } from '#contract/endpoint.ts'
import { SCOPES } from '#contract/endpoint.ts'
import type { writeOutreach } from '#contract/outreach.ts'
import type { ApiAccount } from '#contract/v1/account.ts'
import type { ConsentInput, ContactPreferences } from '#contract/v1/consents.ts'
import type { ApiContactTags } from '#contract/v1/tags.ts'
import type { ActivitiesService } from '#server/features/activities/service.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { ImportsService } from '#server/features/imports/service.ts'
import type { OutreachService } from '#server/features/outreach/service.ts'
import type { PlaybooksService } from '#server/features/playbooks/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { MemberSession } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import { apiContacts } from './service/contacts.ts'
import { apiEnrichment } from './service/enrichment.ts'
import { apiImports } from './service/imports.ts'
import { apiSignals } from './service/signals.ts'
import { apiTasks } from './service/tasks.ts'
import { readOrganizationName } from './store/account.ts'

type Features = {
  activities: Pick<ActivitiesService, 'get' | 'list' | 'log' | 'update' | 'remove'>
  consents: Pick<ConsentsService, 'list' | 'setDoNotContact'>
  contacts: ContactsService
  credits: Pick<CreditsService, 'balanceOf'>
  enrichment: Pick<EnrichmentService, 'enrich'>
  imports: Pick<ImportsService, 'acceptCsv' | 'get' | 'list'>
  outreach: Pick<OutreachService, 'write' | 'check'>
  playbooks: Pick<PlaybooksService, 'list' | 'suggest' | 'apply'>
  scores: Pick<ScoresService, 'explain'>
  tags: Pick<TagsService, 'get' | 'list' | 'add' | 'update' | 'remove' | 'setForContact'>
  tasks: TasksService
}

/** The public API: what programs of other people read and change, in shapes that stay the same within a version. */
export function publicApiService(platform: Pick<Platform, 'db'>, features: Features) {
  const { db } = platform
  const { activities, consents, contacts, credits, outreach, tags } = features

  /** @throws {AppError} not_found */
  async function preferencesOf(context: Context, id: string): Promise<ContactPreferences> {
    const { doNotContact, optedOutChannels } = await contacts.get(context, id)
    return { contactId: id, doNotContact, optedOutChannels }
  }

  return {
    contacts: apiContacts(platform, { contacts }),
    signals: apiSignals(platform, features),
    tasks: apiTasks(platform, features),
    enrichment: apiEnrichment(features),
    imports: apiImports(features),
    activities,
    consents: {
      list: consents.list,
      preferencesOf,
      /** @throws {AppError} not_found; invalid if an opt-out is lifted without a reason */
      async record(context: Context, id: string, { allowed, ...input }: ConsentInput) {
        await consents.setDoNotContact(context, id, { ...input, doNotContact: !allowed })
        return preferencesOf(context, id)
      },
    },
    tags: {
      ...tags,
      setForContact: async (
        ...[context, id, changes]: Parameters<TagsService['setForContact']>
      ): Promise<ApiContactTags> => ({ data: await tags.setForContact(context, id, changes) }),
      /** @throws {AppError} not_found */
      async listOfContact(context: Context, id: string): Promise<ApiContactTags> {
        return { data: (await contacts.get(context, id)).tags }
      },
    },
    outreach: {
      check: outreach.check,
      /** @throws {AppError} not_found; conflict when the channel is blocked for this contact */
      async draft(context: Context, contactId: string, request: BodyOf<typeof writeOutreach>) {
        const { guard, ...script } = await outreach.write(context, contactId, request)
        return { ...script, contactId, channel: request.channel, verdict: guard }
      },
    },

    account: (session: MemberSession): Promise<ApiAccount> =>
      db.read(session.organizationId, async (tx) => {
        const { userId: id, email, role, access, organizationId, subscriptionStatus, key } = session
        return {
          organization: {
            ...{ id: organizationId, name: await readOrganizationName(tx), subscriptionStatus },
            credits: await credits.balanceOf(tx),
          },
          member: { id, email, role, access },
          scopes: [...(key?.scopes ?? SCOPES)],
        }
      }),
  }
}
export type PublicApiService = ReturnType<typeof publicApiService>
