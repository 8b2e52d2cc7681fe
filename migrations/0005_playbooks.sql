-- Shared playbook templates are updated by key, organizations have one copy of each, and the task views have indexes
-- in their order.
alter table playbooks add column template_key text;
create unique index playbooks_template_key on playbooks (organization_id, template_key) nulls not distinct
  where template_key is not null;

create index tasks_open on tasks (organization_id, coalesce(due_date, 'infinity'), id) where status <> 'completed';
create index tasks_done on tasks (organization_id, completed_at, id) where status = 'completed';
create index tasks_assigned on tasks (organization_id, assigned_to) where status <> 'completed';
