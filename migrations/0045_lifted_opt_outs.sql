-- A lifted opt-out stays, as lifted: the contact it came from may still be blocked, and putting the same address or number
-- onto a contact again must not undo what a person decided with a reason.
alter table channel_opt_outs add column lifted_at timestamptz;
-- Few contacts have blocked channels. Without this index, imports would scan all contacts for them.
create index contacts_opted_out on contacts (organization_id, id) where opted_out_channels <> '{}';
