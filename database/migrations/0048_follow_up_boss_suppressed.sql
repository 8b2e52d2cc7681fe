-- Follow Up Boss: people who were never added because of the suppression list, and keys that we can't open.

alter table follow_up_boss_links drop constraint follow_up_boss_links_kind_check;
alter table follow_up_boss_links add constraint follow_up_boss_links_kind_check
  check (kind in ('person', 'restrictions', 'suppressed', 'note', 'task', 'activity', 'insight', 'event')) not valid;
alter table follow_up_boss_links validate constraint follow_up_boss_links_kind_check;

alter table follow_up_boss_connections drop constraint follow_up_boss_connections_problem_check;
alter table follow_up_boss_connections add constraint follow_up_boss_connections_problem_check
  check (problem in ('key', 'access', 'unreadable', 'down', 'busy')) not valid;
alter table follow_up_boss_connections validate constraint follow_up_boss_connections_problem_check;
