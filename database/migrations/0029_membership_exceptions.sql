-- An owner's exception from required single sign-on ends with the membership, so that it doesn't come back with the person.
delete from single_sign_on_break_glass b
 where not exists (select from memberships m where m.user_id = b.user_id and m.organization_id = b.organization_id);
alter table single_sign_on_break_glass add constraint single_sign_on_break_glass_membership
  foreign key (user_id, organization_id) references memberships (user_id, organization_id) on delete cascade;
