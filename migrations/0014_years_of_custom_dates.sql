-- beside: 0003

-- Dates of custom fields are of the years 1900 to 2199, as all others are: what is not, is a typing error
-- (0026) or how a system says that there is no date. What is there already stays.
create or replace function breaks_rule(type text, required boolean, is_indexed boolean, choices text[], value text)
  returns boolean language plpgsql immutable as $$
begin
  if value is null then return required; end if;
  if type = 'integer' then return value !~ '^(0|-?[1-9][0-9]{0,14})$'; end if;
  if type = 'decimal' then return value !~ '^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,10})?$'; end if;
  if type = 'boolean' then return value not in ('true', 'false'); end if;
  if type = 'choice' then return value <> all (choices); end if;
  if type = 'date' then
    if value !~ '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then return true; end if;
    return right(value, 2)::integer
           > extract(day from make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, 1) + interval '1 month - 1 day');
  end if;
  return (required and value = '') or (is_indexed and (length(value) > 200 or position(chr(1114111) in value) > 0));
end $$;
