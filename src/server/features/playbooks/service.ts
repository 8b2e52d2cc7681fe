import type { Playbook } from '#contract/playbooks.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { endOfDay } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fittingPlaybooks, stepDay } from './service/fitting-playbooks.ts'
import { readTemplates } from './service/templates.ts'
import * as store from './store.ts'

/** Series of steps for life events, from shared templates. */
export function playbooksService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  {
    tasks,
    contacts,
    scores,
  }: {
    tasks: Pick<TasksService, 'addFromPlaybook'>
    contacts: Pick<ContactsService, 'detail'>
    scores: Pick<ScoresService, 'explain' | 'policyOf'>
  },
) {
  return {
    /** Shared templates and the organization's own playbooks. */
    list: (organizationId: OrganizationId | null, templatesOnly: boolean): Promise<Playbook[]> =>
      organizationId
        ? db.tenant(organizationId, (tx) => store.listPlaybooks(tx, templatesOnly))
        : store.listPlaybooks(db, templatesOnly),

    /**
     * Adds one task per step and contact, assigned to the caller.
     *
     * @throws {AppError} not_found
     */
    apply: (context: Context, playbookId: string, contactIds: readonly string[]) =>
      db.tenant(context.organizationId, async (tx) => {
        const playbook = await store.findPlaybook(tx, playbookId)
        if (!playbook) throw notFound('Playbook')
        const id = playbook.organizationId === null ? await store.copyTemplate(tx, playbookId) : playbookId
        const wanted = [...new Set(contactIds.map((contactId) => contactId.toLowerCase()))]
        const added = await tasks.addFromPlaybook(tx, {
          playbookId: id,
          contactIds: wanted,
          assignedTo: userIdOf(context),
          tasks: playbook.steps.map(({ title, description, offsetDays }, n) => ({
            key: `playbook:${id}:${n + 1}`,
            title,
            description,
            dueDate: endOfDay(stepDay(clock.now(), offsetDays)),
          })),
        })
        const result = { created: added.length, skipped: wanted.length - new Set(added).size }
        if (result.created > 0) {
          await audit(tx, { ...context, action: 'playbook.applied', subject: id, details: result })
          events.publish(tx, context.organizationId, { type: 'contacts.changed' })
        }
        return result
      }),

    /**
     * Playbooks that fit a contact's active signals, or the reason why there are none. @throws {AppError} not_found
     */
    async suggest(context: Context, contactId: string) {
      const why = await scores.explain(context, contactId)
      return db.tenant(context.organizationId, async (tx) =>
        fittingPlaybooks({
          contact: await contacts.detail(tx, contactId),
          why,
          policy: await scores.policyOf(tx),
          playbooks: await store.listSuggestible(tx),
          now: clock.now(),
        }),
      )
    },
  }
}
export type PlaybooksService = ReturnType<typeof playbooksService>

/** Updates the shared templates of an instance; needs the owner's database role. */
export async function seedTemplates(owner: Query): Promise<void> {
  await store.upsertTemplates(owner, await readTemplates())
}
