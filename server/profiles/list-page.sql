-- listPage
select
  count(*) as n
from
  (
    select
    from
      (
        (
          select
            1 as "one"
          from
            (
              select
                "id",
                "search_key",
                "custom_search",
                "custom",
                "phone",
                "email"
              from
                "profile"
              where
                "profile"."store_id" = $1
                and "merged_into" is null
                and "deleted_at" is null
              order by
                "id" desc
              limit
                $2
            ) as "profile"
          where
            (
              (
                search_key like search_pattern ($3)
                and search_key like search_pattern ($4)
              )
              or (
                (
                  select
                    unsearched_fields ()
                ) is not null
                and custom_search like custom_search_pattern ($5)
                and (
                  (
                    select
                      unsearched_fields ()
                  ) = '{}'
                  or custom_search_key (
                    custom - (
                      select
                        unsearched_fields ()
                    )
                  ) like custom_search_pattern ($6)
                )
                and custom_search like custom_search_pattern ($7)
                and (
                  (
                    select
                      unsearched_fields ()
                  ) = '{}'
                  or custom_search_key (
                    custom - (
                      select
                        unsearched_fields ()
                    )
                  ) like custom_search_pattern ($8)
                )
              )
            )
        )
      ) found
    limit
      $9
  ) counted;
