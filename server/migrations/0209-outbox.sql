-- Messages for a NATS server, written by the transaction that makes them true. Only the forwarder reads them.
create table push_outbox (
  id bigint generated always as identity primary key,
  subject text not null,
  -- Ids and states as JSON text.
  body text not null
);
-- `for update` asks for the right to update.
grant select, insert, update, delete on push_outbox to ruam_auth;

-- Adds messages, and wakes the forwarder when the caller's transaction commits.
create function auth.push(subjects text[], body text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into push_outbox (subject, body) select s, $2 from unnest(subjects) s;
  select pg_notify(auth.push_channel(), '');
$$;

-- Takes the oldest messages: they are gone when the caller's transaction commits, and stay when it does not.
create function auth.take_pushed(most int) returns table (subject text, body text)
language sql security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from push_outbox o where o.id in (select i.id from push_outbox i order by i.id limit most for update skip locked)
    returning o.id, o.subject, o.body
  )
  select g.subject, g.body from gone g order by g.id
$$;

alter function auth.push(text[], text) owner to ruam_auth;
alter function auth.take_pushed(int) owner to ruam_auth;
revoke all on function auth.push(text[], text), auth.take_pushed(int) from public;
grant execute on function auth.push(text[], text), auth.take_pushed(int) to ruam_app;
