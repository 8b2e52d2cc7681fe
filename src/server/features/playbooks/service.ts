import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Playbook, playbook, playbookStep } from '#contract/playbooks.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { endOfDay } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { findFittingPlaybooks, stepDay } from './service/fitting-playbooks.ts'
import * as store from './store.ts'

/** Series of steps for life events, from shared templates. */
export function playbooksService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { tasks, contacts, scores }: { tasks: TasksService; contacts: ContactsService; scores: ScoresService },
) {
  /**
   * Adds one task per step and contact, assigned to the caller; part of the caller's transaction.
   *
   * @throws {AppError} not_found
   */
  async function applyWithin(
    tx: TenantTx,
    context: Context,
    playbookId: string,
    contactIds: readonly string[],
  ) {
    const playbook = await store.findPlaybook(tx, playbookId)
    if (!playbook) throw notFound('Playbook')
    const id = playbook.organizationId === null ? await store.copyTemplate(tx, playbookId) : playbookId
    const uniqueIds = [...new Set(contactIds.map((contactId) => contactId.toLowerCase()))]
    const taskContactIds = await tasks.addFromPlaybook(tx, {
      playbookId: id,
      contactIds: uniqueIds,
      assignedTo: userIdOf(context),
      tasks: playbook.steps.map(({ title, description, offsetDays }, index) => ({
        key: `playbook:${id}:${index + 1}`,
        title,
        description,
        dueDate: endOfDay(stepDay(clock.now(), offsetDays)),
      })),
    })
    const created = taskContactIds.length
    const result = { created, skipped: uniqueIds.length - new Set(taskContactIds).size }
    if (created > 0) {
      await audit(tx, { ...context, action: 'playbook.applied', subject: id, details: result })
      events.publish(tx, context.organizationId, { type: 'contacts.changed' })
    }
    return result
  }

  return {
    /** Shared templates and the organization's own playbooks. */
    list: (organizationId: OrganizationId | null, templatesOnly: boolean): Promise<Playbook[]> =>
      organizationId
        ? db.tenant(organizationId, (tx) => store.listPlaybooks(tx, templatesOnly))
        : store.listPlaybooks(db, templatesOnly),

    /** Adds the tasks of a playbook to contacts, as `applyWithin`. @throws {AppError} not_found */
    apply: (context: Context, playbookId: string, contactIds: readonly string[]) =>
      db.tenant(context.organizationId, (tx) => applyWithin(tx, context, playbookId, contactIds)),
    applyWithin,

    /**
     * Playbooks that fit a contact's active signals, or the reason why there are none. @throws {AppError} not_found
     */
    async suggest(context: Context, contactId: string) {
      const explanation = await scores.explain(context, contactId)
      return db.tenant(context.organizationId, async (tx) =>
        findFittingPlaybooks({
          contact: await contacts.readDetail(tx, contactId),
          explanation,
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

const TEMPLATES_FILE = path.join(PROJECT_ROOT, 'content/playbooks.json')

const step = playbookStep.extend({
  title: z.string().min(1).max(200),
  description: z.string().min(1),
  offsetDays: z.number().int().min(0).max(730),
})

const template = playbook
  .pick({ name: true, description: true, category: true, estimatedDuration: true })
  .required()
  .extend({
    /** Stays the same when the name changes. */
    key: z.string().regex(/^[a-z0-9-]+$/),
    steps: z.array(step).min(1),
  })

/** Templates of every instance. @throws when the file is malformed */
async function readTemplates(): Promise<z.infer<typeof template>[]> {
  return z.array(template).parse(JSON.parse(await readFile(TEMPLATES_FILE, 'utf8')))
}
