-- Mail about an endpoint that was turned off is due until its jobs are queued; codes and tokens are found by their end.
alter table webhook_endpoints add column mail_due_at timestamptz;
create index oauth_tokens_expiry on oauth_tokens (expires_at);
