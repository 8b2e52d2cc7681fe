-- The organization of a connection: a browser that comes back from an identity provider names only the connection.
create or replace function organization_of_connection(connection uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from single_sign_on_connections where id = connection
$$;

create or replace function delete_expired_single_sign_on(moment timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from single_sign_on_attempts where expires_at < moment;
  delete from used_saml_assertions where expires_at < moment;
$$;
