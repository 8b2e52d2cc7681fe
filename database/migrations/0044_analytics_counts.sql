-- Databases that applied 0030 before this column was added to it don't have it.
alter table contact_transfers
  -- The end of the offer that a transfer started from; what it leaves behind is offered until then.
  add column if not exists offered_until timestamptz;
