-- The last request of a member that an owner adds what a broadcast needs: owners are notified once in 24 hours for each person and kind.
-- The draft may be deleted meanwhile.
create table setup_request (
  store_id int not null,
  user_id int not null,
  kind text not null constraint setup_request_kind check (kind in ('account', 'purpose')),
  broadcast_id int not null,
  asked_at timestamptz not null default now(),
  primary key (store_id, user_id, kind)
);
select wall('setup_request');
