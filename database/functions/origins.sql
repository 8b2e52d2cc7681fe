-- Removes requests that ran out unanswered, of every organization.
create or replace function delete_expired_origin_requests(moment timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from origin_requests where expires_at <= moment
$$;
