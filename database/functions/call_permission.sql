-- What the uploaded do-not-call registries say about a number: whether one lists it, the date of the oldest file, and
-- whether the national registry is among them. Null if no file has the area code, or the number is none of +1.
create or replace function do_not_call_check(phone text) returns jsonb
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when count(*) > 0 then jsonb_build_object(
           'isListed', bool_or(get_bit(substring(bits from place / 8 + 1 for 1), place % 8) = 1),
           'asOf', min(as_of), 'hasNational', bool_or(registry = 'national')) end
    from do_not_call_numbers, (select case when phone ~ '^[+]1[2-9][0-9]{9}$' then substr(phone, 6)::integer end as place) number
   where place is not null and organization_id = nullif(current_setting('app.org_id', true), '')::uuid and area_code = substr(phone, 3, 3)
$$;
