-- A sign-in through the identity provider sends the notice of a new device as one with a password does; a person's first sign-in sends none.
drop function door.provider_person(text, text, text, boolean, text, text, text);
-- Whom the identity provider means: the person with this subject; at the first time the one with this e-mail, if the provider has
-- verified it and no other subject has that person; or somebody who is invited by it, who becomes a person without a password and a member by the
-- newest invitation. `outcome` is in, or why not: unverified, taken, uninvited; `made` of somebody who was not there before.
create function door.provider_person(
  by_issuer text, by_subject text, by_email text, verified boolean, new_first_name text, new_last_name text, request text)
returns table (outcome text, user_id int, made boolean)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  account int;
  link bytea;
  joined boolean := false;
begin
  select i.user_id into account from user_identity i where i.issuer = by_issuer and i.subject = by_subject;
  if found then return query select 'in'::text, account, joined; return; end if;
  if verified is not true or coalesce(by_email, '') = '' then return query select 'unverified'::text, null::int, false; return; end if;

  select u.id into account from users u where lower(u.email) = lower(by_email) for no key update;
  if account is null then
    select i.token_hash into link from invitation i join store s on s.store_id = i.store_id and s.deleted_at is null
    where lower(i.email) = lower(by_email) and i.status = 'pending' and i.expires_at > now()
      and invitation_stands(i.store_id, i.id)
    order by i.created_at desc, i.id desc limit 1;
    select a.user_id into account
    from door.accept_invitation(link, null, new_first_name, new_last_name, '', null, null, 0, request) a where a.outcome = 'accepted';
    if account is null then return query select 'uninvited'::text, null::int, false; return; end if;
    joined := true;
  end if;
  insert into user_identity (issuer, subject, user_id) values (by_issuer, by_subject, account) on conflict do nothing;
  if found then
    perform door.note(account, 'identity_linked', request);
  elsif not exists (select from user_identity i
    where i.issuer = by_issuer and i.subject = by_subject and i.user_id = account) then
    return query select 'taken'::text, null::int, false;
    return;
  end if;
  return query select 'in'::text, account, joined;
end $$;

revoke all on function door.provider_person(text, text, text, boolean, text, text, text) from public;
alter function door.provider_person(text, text, text, boolean, text, text, text) owner to ruam_door;
grant execute on function door.provider_person(text, text, text, boolean, text, text, text) to ruam_app;
