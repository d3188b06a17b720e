-- membershipDiff
select
  block,
  word & 4294967295 as low,
  word >> 32 & 4294967295 as high
from
  (
    select
      block,
      (should & ~ by_rule & ~ pinned) | (by_rule & ~ should & ~ away) as word
    from
      (
        select
          answers.*,
          ("rule_0") & live & ~ outside as should
        from
          (
            select
              block,
              -1::int8 as live,
              coalesce("outside", 0) as "outside",
              coalesce("away", 0) as "away",
              coalesce("by_rule", 0) as "by_rule",
              coalesce("pinned", 0) as "pinned",
              coalesce("rule_0", 0) as "rule_0"
            from
              (
                select
                  block,
                  bit_or("outside") as "outside",
                  bit_or("away") as "away",
                  bit_or("by_rule") as "by_rule",
                  bit_or("pinned") as "pinned",
                  bit_or("rule_0") as "rule_0"
                from
                  (
                    select
                      null::int8 as block,
                      null::int8 as "outside",
                      null::int8 as "away",
                      null::int8 as "by_rule",
                      null::int8 as "pinned",
                      null::int8 as "rule_0"
                    where
                      false
                    union all
                    select
                      "one"."id" >> 6,
                      1::int8 << ("one"."id" & 63)::int,
                      case
                        when one.away then 1::int8 << ("one"."id" & 63)::int
                      end,
                      null::int8,
                      null::int8,
                      null::int8
                    from
                      (
                        select
                          id,
                          deleted_at is not null
                          or merged_into is not null as away
                        from
                          profile
                        where
                          store_id = $1
                          and (
                            coalesce(deleted_at, restricted_at) is not null
                            or merged_into is not null
                          )
                      ) one
                    union all
                    select
                      "one"."id" >> 6,
                      null::int8,
                      null::int8,
                      case
                        when one.source = 'rule' then 1::int8 << ("one"."id" & 63)::int
                      end,
                      case
                        when one.source <> 'rule' then 1::int8 << ("one"."id" & 63)::int
                      end,
                      null::int8
                    from
                      (
                        select
                          profile_id as id,
                          source
                        from
                          profile_label
                        where
                          store_id = $2
                          and label_id = $3
                      ) one
                    union all
                    select
                      "one"."id" >> 6,
                      null::int8,
                      null::int8,
                      null::int8,
                      null::int8,
                      1::int8 << ("one"."id" & 63)::int
                    from
                      (
                        select
                          profile_id as id
                        from
                          profile_label
                        where
                          store_id = $4
                          and label_id = any ($5::int[])
                          and source <> 'manual_remove'
                      ) one
                  ) bits
                group by
                  block
              ) words
          ) answers
      ) compared
  ) differ
where
  word <> 0
order by
  block;
