-- receiveEvents
with
  received as materialized (
    select
      *
    from
      jsonb_to_recordset($1::jsonb) as e (
        external_id text,
        event_type text,
        user_id text,
        status text,
        error text,
        stops boolean,
        summary text,
        event jsonb,
        payload jsonb,
        place int,
        request_id text
      )
  ),
  logged as (
    insert into
      online_log (
        store_id,
        source,
        channel_id,
        direction,
        event_type,
        external_id,
        user_id,
        status,
        error,
        summary,
        request_id
      )
    select
      $2,
      $3,
      $4,
      'in',
      event_type,
      external_id,
      user_id,
      status,
      error,
      summary,
      request_id
    from
      received
    order by
      place
    on conflict (store_id, source, channel_id, external_id)
    where
      external_id is not null do nothing
    returning
      id,
      external_id,
      status
  ),
  first as (
    select distinct
      on (l.id) l.id,
      l.status,
      r.event,
      r.payload,
      coalesce(r.stops, false) as stops
    from
      logged l
      join received r on r.external_id = l.external_id
    order by
      l.id,
      r.place
  ),
  kept as (
    insert into
      online_log_payload (store_id, log_id, payload)
    select
      $5,
      id,
      payload
    from
      first
    where
      payload is not null
  )
insert into
  inbox (store_id, log_id, event, stops)
select
  $6,
  id,
  event,
  stops
from
  first
where
  status = 'waiting'
returning
  log_id;
