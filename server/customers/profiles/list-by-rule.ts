import { profiles } from '@ruam/contract/customers/profiles.ts'
import { COUNT_CAP, MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { pageAnswer } from '../../database/page.ts'
import { prepared } from '../../database/prepared.ts'
import { type ReadRequest, type StagedRead, staged } from '../../http/pipelined-read.ts'
import type { Core } from '../../servers/core.ts'
import { newestMatches } from './list-columns.ts'
import { Sight } from './masking.ts'
import { plainPage } from './plain-page.ts'
import { loadLabels } from './profile-names.ts'
import { columns, labelIds, probed } from './queries.ts'
import { takeRule } from './rule-by-columns.ts'
import { profileAnswer } from './view.ts'

/** Live profiles with these ids. */
const rowsById = prepared('profiles_by_id', (db, storeId: number, ids: string) =>
  probed(db, storeId, sql<{ id: number }>`(select unnest(${ids}::bigint[]) as id)`).select([...columns, labelIds]),
)

/** Prepares a page of the newest matches of a rule with their number, in two messages; undefined for other lists. */
export async function pageByRule(
  { storeId, language, body }: ReadRequest<typeof profiles.query>,
  core: Core,
): Promise<StagedRead<typeof profiles.query> | undefined> {
  const { rule, ...others } = body.filter
  const narrowed = Object.values(others).some((other) => other !== undefined && other !== false)
  if (!rule || narrowed || !body.count || body.sort_by !== 'updated_at') return undefined
  const taken = await takeRule(core, { storeId, rule })
  if (!taken) return undefined
  const { reads, done, matchesOf } = taken
  return staged(profiles.query, {
    reads,
    done,
    next(found, { user }) {
      const known = matchesOf(found, user.rights)
      const page = known && !known.names.computes && newestMatches(known.matches, body)
      if (!page) return undefined
      const { names, closed, changes } = known
      return {
        reads: { rows: rowsById(storeId, `{${page.ids.join(',')}}`) },
        answer({ rows }) {
          const byId = new Map(rows.map((row) => [row.id, row]))
          const fields = names.fields[language]
          const shown = { fields, sight: Sight.of(user), closed: closed.segments, withEmpty: false }
          const data = page.ids.flatMap((id) => {
            const row = byId.get(id)
            return row ? profileAnswer(row, { labels: loadLabels(names, row.label_ids, { hidden: false }) }, shown) : []
          })
          const capped = page.total > COUNT_CAP
          const answer = pageAnswer(body, data, Math.min(page.total, COUNT_CAP), { capped, most: MAX_WIDE_PAGE_SIZE })
          const whole = { ...answer, total_capped: capped, total_all: changes.live ?? 0 }
          return body.names === 'once' ? plainPage(whole) : whole
        },
      }
    },
  })
}
