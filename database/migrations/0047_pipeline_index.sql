-- Counting the pipeline reads all open deals from the index alone. The old index serves reads until the new one is built.
create index contact_milestones_stages on contact_milestones (organization_id, milestone, side, first_at, contact_id)
  include (is_first, is_stage) where is_stage or milestone in ('closed', 'lost');
drop index contact_milestones_pipeline;
