-- Verification of a number before a member found it to be wrong, so that the report can be taken back.
alter table contacts add column phone_before_wrong jsonb;
