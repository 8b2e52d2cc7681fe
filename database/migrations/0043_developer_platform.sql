-- Mail about an endpoint that was turned off is due until its jobs are queued; codes and tokens are found by their end;
-- a request that made its change isn't run again, even if its answer was lost; registrations stay for a while after the last
-- connection.
alter table webhook_endpoints add column mail_due_at timestamptz;
alter table idempotent_requests add column has_committed boolean not null default false;
-- The key or connected app whose daily limit a charged enrichment counts against.
alter table enrichments add column key_id uuid;
alter table oauth_clients add column last_connected_at timestamptz;
create index oauth_tokens_expiry on oauth_tokens (expires_at);
