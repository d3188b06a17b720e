-- The table identity maps every LINE user id to one profile, and every writer of profiles keeps it (customers/changes/line-ids.ts).

-- A value is looked up without its scope: LINE's ids are random, and two providers never share one. '' is an unknown provider.
alter table identity drop constraint identity_pkey, add primary key (store_id, kind, value, scope);

-- True: the profile's own field has another value, because of a merge or a link. Such an id stays when the field is edited.
alter table identity add column kept boolean not null default false;

create index channel_friend_user on channel_friend (store_id, external_id);

-- Accounts that met a user id which this account has met too: staff are asked whether both belong to one provider.
alter table channel add column shared_with int[] not null default '{}';

-- Profiles that were there before. The oldest one holds an id; the others pair with it.
update identity i set kept = true from profile p
where p.store_id = i.store_id and p.id = i.profile_id and p.line_user_id is distinct from i.value;

insert into identity (store_id, kind, scope, value, profile_id)
select distinct on (store_id, line_user_id) store_id, 'line', '', line_user_id, id from profile p
where line_user_id is not null and deleted_at is null and merged_into is null
  and not exists (select from identity i where i.store_id = p.store_id and i.kind = 'line' and i.value = p.line_user_id)
order by store_id, line_user_id, id
on conflict do nothing;

insert into profile_duplicate (store_id, low_id, high_id, score, gain, reasons)
select p.store_id, least(p.id, i.profile_id), greatest(p.id, i.profile_id), 1, 900, array['same_line']
from profile p join identity i on i.store_id = p.store_id and i.kind = 'line' and i.value = p.line_user_id and i.profile_id <> p.id
join profile h on h.store_id = p.store_id and h.id = i.profile_id and h.deleted_at is null and h.merged_into is null
where p.line_user_id is not null and p.deleted_at is null and p.merged_into is null
group by 1, 2, 3
on conflict (store_id, low_id, high_id) do nothing;
