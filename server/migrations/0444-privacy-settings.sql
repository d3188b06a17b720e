-- Settings of the privacy desk of a store. A store without a row has the defaults.
create table privacy_setting (
  store_id int primary key references store,
  -- Customers under 20 count as not granted until a guardian consents.
  age_gate boolean not null default false,
  updated_at timestamptz not null default clock_timestamp()
);
select wall('privacy_setting');
