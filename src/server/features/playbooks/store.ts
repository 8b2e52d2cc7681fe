import type { Playbook } from '#contract/playbooks.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

const PLAYBOOK_COLUMNS = `id, organization_id, name, description, category, is_template, steps, estimated_duration, created_at,
  updated_at`

export type Template = Pick<Playbook, 'name' | 'description' | 'category' | 'steps' | 'estimatedDuration'> & {
  key: string
}

/** Row-level security limits this to shared templates and the organization's own playbooks. */
export function listPlaybooks(tx: Query, templatesOnly: boolean): Promise<Playbook[]> {
  return tx.rows<Playbook>(
    `select ${PLAYBOOK_COLUMNS} from playbooks where is_template or not $1
      order by organization_id nulls first, category, name, id`,
    [templatesOnly],
  )
}

/** A playbook with the id of the organization's copy, which its tasks refer to. */
export type SuggestiblePlaybook = Playbook & { copyId: string | null }

/** Playbooks to suggest: the organization's own first, then templates; copies of templates are left out. */
export function listSuggestible(tx: TenantTx): Promise<SuggestiblePlaybook[]> {
  return tx.rows<SuggestiblePlaybook>(
    `select ${PLAYBOOK_COLUMNS}, (select own.id from playbooks own where own.organization_id = $1
                             and own.template_key = coalesce(p.template_key, p.id::text)) as copy_id
       from playbooks p
      where category is not null and jsonb_array_length(steps) > 0
        and (organization_id is null or organization_id = $1 and not exists (
          select from playbooks t where t.organization_id is null and coalesce(t.template_key, t.id::text) = p.template_key))
      order by organization_id nulls last, name, id`,
    [tx.organizationId],
  )
}

export function findPlaybook(tx: TenantTx, id: string): Promise<Playbook | undefined> {
  return tx.row<Playbook>(
    `select ${PLAYBOOK_COLUMNS} from playbooks where (organization_id is null or organization_id = $1) and id = $2`,
    [tx.organizationId, id],
  )
}

/** Finds or creates the organization's copy of a shared template. @returns its id */
export async function copyTemplate(tx: TenantTx, templateId: string): Promise<string> {
  await tx.run(
    `insert into playbooks (organization_id, template_key, name, description, category, steps, estimated_duration)
     select $1, coalesce(template_key, id::text), name, description, category, steps, estimated_duration
       from playbooks where organization_id is null and id = $2
     on conflict (organization_id, template_key) where template_key is not null do nothing`,
    [tx.organizationId, templateId],
  )
  return tx.value<string>(
    `select id from playbooks where organization_id = $1 and template_key =
       (select coalesce(template_key, id::text) from playbooks where organization_id is null and id = $2)`,
    [tx.organizationId, templateId],
  )
}

/** Inserts new shared templates and updates changed ones. Needs the owner's database role. */
export function upsertTemplates(owner: Query, templates: readonly Template[]): Promise<number> {
  return owner.run(
    `insert into playbooks (template_key, name, description, category, steps, estimated_duration, is_template)
     select t.key, t.name, t.description, t.category, t.steps, t."estimatedDuration", true
       from jsonb_to_recordset($1) as t(key text, name text, description text, category nine_d_category, steps jsonb,
                                        "estimatedDuration" integer)
     on conflict (organization_id, template_key) where template_key is not null do update
        set name = excluded.name, description = excluded.description, category = excluded.category,
            steps = excluded.steps, estimated_duration = excluded.estimated_duration, updated_at = excluded.updated_at
      where (playbooks.name, playbooks.description, playbooks.category, playbooks.steps, playbooks.estimated_duration)
            is distinct from (excluded.name, excluded.description, excluded.category, excluded.steps,
                              excluded.estimated_duration)`,
    [JSON.stringify(templates)],
  )
}
