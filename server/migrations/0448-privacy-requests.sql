-- Requests of customers about their data, with a clock. Their rows outlive an erasure without the person's values.

create table privacy_request (
  store_id int not null,
  id int generated always as identity,
  kind text not null check (kind in ('see', 'copy', 'correct', 'object', 'restrict', 'erase', 'withdraw')),
  source text not null check (source in ('branch', 'phone', 'email', 'line', 'my_data')),
  -- Words of staff or of the customer. An erasure of the person empties all of them.
  place text not null default '',
  words text not null default '',
  received_at timestamptz not null default clock_timestamp(),
  -- End of the due day in the store's zone.
  due_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by int,
  updated_at timestamptz not null default clock_timestamp(),
  assignee_id int,
  purpose_ids int[] not null default '{}',
  identity_way text check (identity_way in ('line_login', 'personal_link', 'checklist')),
  identity_checks text[] not null default '{}',
  identity_at timestamptz,
  identity_by int,
  decision text check (decision in ('all', 'without_others', 'refused')),
  decision_reason text not null default '',
  decided_at timestamptz,
  decided_by int,
  -- Erasures of stores in which a second person confirms wait until then.
  needs_approval boolean not null default false,
  approved_at timestamptz,
  approved_by int,
  answer_way text check (answer_way in ('line', 'mail', 'counter')),
  answer_text text not null default '',
  -- Key of the only message of the answer, stored before LINE is called.
  answer_key uuid,
  answer_delivered boolean,
  answered_at timestamptz,
  answered_by int,
  extended_days int,
  extension_reason text not null default '',
  extended_at timestamptz,
  extended_by int,
  -- Days before the end at which the store was last reminded.
  reminded int,
  outcome text check (outcome in ('done', 'refused', 'erased')),
  closed_at timestamptz,
  primary key (store_id, id)
);
create index privacy_request_open on privacy_request (store_id, due_at, id) where closed_at is null;
create index privacy_request_closed on privacy_request (store_id, closed_at desc, id desc) where closed_at is not null;
select wall('privacy_request');
grant select on privacy_request to ruam_auth;
create policy auth on privacy_request for select to ruam_auth using (true);

-- Profiles that the requester had. Merges are followed when it is read.
create table privacy_request_profile (
  store_id int not null,
  request_id int not null,
  profile_id bigint not null,
  primary key (store_id, request_id, profile_id),
  foreign key (store_id, request_id) references privacy_request (store_id, id) on delete cascade
);
create index privacy_request_profile_profile on privacy_request_profile (store_id, profile_id);
select wall('privacy_request_profile');

-- Copies of what the store has of a person, in the private storage.
create table privacy_copy (
  store_id int not null,
  request_id int not null,
  job_id int not null,
  -- Null until it is made.
  json_key text,
  html_key text,
  bytes bigint,
  -- Texts in which values of other customers were hidden.
  hidden int,
  made_at timestamptz,
  expires_at timestamptz,
  primary key (store_id, request_id),
  foreign key (store_id, request_id) references privacy_request (store_id, id) on delete cascade
);
select wall('privacy_copy');
grant select on privacy_copy to ruam_auth;
create policy auth on privacy_copy for select to ruam_auth using (true);

-- Settings of a store's requests. A store without a row has the defaults.
create table privacy_request_setting (
  store_id int primary key references store,
  -- Law: 30 days at most.
  days int not null default 30 check (days between 1 and 30),
  erase_needs_two boolean not null default false,
  updated_at timestamptz not null default clock_timestamp()
);
select wall('privacy_request_setting');

-- step: profiles
alter table privacy_request_profile add foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade;

-- A decided request is not decided again after a restore, and an answered one is not answered again.
create trigger record_decision after update on privacy_request for each row
  when (old.decided_at is null and new.decided_at is not null or old.answered_at is null and new.answered_at is not null)
  execute function record_decision('privacy_request_decided', 'request', 'id', 'decision', 'decision', 'answer', 'answer_way');

create function decided_privacy_request_decided(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update privacy_request r set decision = coalesce(r.decision, body ->> 'decision'), decided_at = coalesce(r.decided_at, $2),
    answer_way = coalesce(r.answer_way, body ->> 'answer'),
    answered_at = case when body ->> 'answer' is null then r.answered_at else coalesce(r.answered_at, $2) end,
    outcome = case when body ->> 'answer' is null then r.outcome
      else coalesce(r.outcome, case when coalesce(r.decision, body ->> 'decision') = 'refused' then 'refused' else 'done' end) end,
    closed_at = case when body ->> 'answer' is null then r.closed_at else coalesce(r.closed_at, $2) end,
    updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'request')::int
$$;

-- Stores with an open request within so many days of its end.
create function auth.stores_with_due_requests(days int) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct store_id from privacy_request
  where closed_at is null and due_at <= now() + make_interval(days => $1) and (reminded is null or reminded > 0) order by 1
$$;
alter function auth.stores_with_due_requests owner to ruam_auth;
revoke all on function auth.stores_with_due_requests from public;
grant execute on function auth.stores_with_due_requests to ruam_app;

-- Stores with a copy whose days are over.
create function auth.stores_with_ended_copies() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct store_id from privacy_copy where expires_at <= now() order by 1 $$;
alter function auth.stores_with_ended_copies owner to ruam_auth;
revoke all on function auth.stores_with_ended_copies from public;
grant execute on function auth.stores_with_ended_copies to ruam_app;
