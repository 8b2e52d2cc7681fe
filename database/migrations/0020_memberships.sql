-- Memberships decide who belongs to which organization. `users.organization_id`, `role` and `joined_at` stay as the user's
-- home membership: the organization that a new session starts in.
create table memberships (
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  role user_role not null default 'MEMBER',
  -- Contacts that a MEMBER can see; owners and admins see all.
  access text not null default 'all' check (access in ('own', 'team', 'all')),
  joined_at timestamptz not null default now(),
  primary key (user_id, organization_id)
);
create index memberships_organization on memberships (organization_id, role);

insert into memberships (user_id, organization_id, role, joined_at)
select id, organization_id, role, coalesce(joined_at, created_at) from users where organization_id is not null;

-- The organization that a session works in; null for the home organization, also after the membership has ended.
alter table sessions add organization_id uuid;
alter table sessions add constraint sessions_membership foreign key (user_id, organization_id)
  references memberships (user_id, organization_id) on delete set null (organization_id) not valid;
alter table sessions validate constraint sessions_membership;

grant select, insert, update, delete on memberships to {{app_role}};
