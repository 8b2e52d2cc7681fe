-- Organizations whose sender address was looked at before `before`, the longest ago first.
create or replace function due_brand_senders(before timestamptz, wanted integer) returns table (organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.organization_id from brands b
   where b.sender_address is not null and b.sender_checked_at < before
   order by b.sender_checked_at limit wanted
$$;

-- Organizations whose email key is sealed with another key than `newest`.
create or replace function brands_under_other_keys(newest text) returns table (organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.organization_id from brands b where b.sender_key_id <> newest order by b.organization_id
$$;

-- The brand of an email to an address: that of an organization's domain, or else of the recipient's organization. One
-- statement whether the address is known or not, so that its time tells nothing.
create or replace function find_recipient_brand(address text, site uuid) returns table (organization_id uuid,
    name text, accent integer, support_email text, shows_powered_by boolean, email_intro text, email_signature text,
    sender_address text, sender_selector text, sender_public_key text, sender_private_key bytea, sender_key_id text,
    sender_verified_at timestamptz, subscription_plan text, subscription_status subscription_status)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.organization_id, b.name, b.accent, b.support_email, b.shows_powered_by, b.email_intro, b.email_signature,
         b.sender_address, b.sender_selector, b.sender_public_key, b.sender_private_key, b.sender_key_id,
         b.sender_verified_at, o.subscription_plan, o.subscription_status
    from brands b join organizations o on o.id = b.organization_id
   where b.organization_id = coalesce(site, (select u.organization_id from users u where u.email = address))
$$;
