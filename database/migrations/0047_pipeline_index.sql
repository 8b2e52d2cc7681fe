-- Counting the pipeline reads all open deals from the index alone.
drop index contact_milestones_pipeline;
create index contact_milestones_pipeline on contact_milestones (organization_id, milestone, side, first_at, contact_id)
  include (is_first, is_stage) where is_stage or milestone in ('closed', 'lost');
