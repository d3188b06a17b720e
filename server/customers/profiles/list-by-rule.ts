import { profiles } from '@ruam/contract/customers/profiles.ts'
import { COUNT_CAP, MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { pageAnswer } from '../../database/page.ts'
import { type ReadRequest, type StagedRead, stage, staged } from '../../http/pipelined-read.ts'
import type { Core } from '../../servers/core.ts'
import { newestMatches } from './list-columns.ts'
import { plainPage } from './plain-page.ts'
import { rowsById, visibleRows } from './rows-by-id.ts'
import { takeRule } from './rule-by-columns.ts'

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
      if (!known || known.names.computes) return undefined
      const page = newestMatches(known.matches, body)
      if (!page) return undefined
      const { names, closed, changes } = known
      return stage({ rows: rowsById(storeId, page.ids) }, ({ rows }) => {
        const data = visibleRows(rows, page.ids, { names, language, user, closed: closed.segments })
        const capped = page.total > COUNT_CAP
        const answer = pageAnswer(body, data, Math.min(page.total, COUNT_CAP), { capped, most: MAX_WIDE_PAGE_SIZE })
        const whole = { ...answer, total_capped: capped, total_all: changes.live ?? 0 }
        return body.names === 'once' ? plainPage(whole) : whole
      })
    },
  })
}
