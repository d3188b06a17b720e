import { segments } from '@ruam/contract/customers/segments.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import type { Handler } from '../../http/handler.ts'
import { type ReadRequest, type StagedRead, stage, staged, stagedRead } from '../../http/pipelined-read.ts'
import type { Core } from '../../servers/core.ts'
import { countBits, joinBits } from '../columns/bits.ts'
import type { Matches } from '../columns/evaluate.ts'
import { unpackSets } from '../columns/packed-sets.ts'
import { normalizeRule } from '../membership/stored-rule.ts'
import { loadProfileNames } from '../profiles/profile-names.ts'
import { totalProfiles } from '../profiles/queries.ts'
import { takeRule } from '../profiles/rule-by-columns.ts'
import { estimateOf, segmentNamesOf } from './estimate.ts'
import { countsOf, estimateByColumns } from './estimate-columns.ts'
import { cancelsEarlier, newestAlone } from './newest-alone.ts'
import { nameOfPerson } from './people.ts'
import { reachableByLine } from './reachable.ts'
import { readSegmentRule, storedRule } from './read-rule.ts'
import { refuseClosedMembers, segmentOf } from './segment-of.ts'

type Estimating = typeof segments.estimate

const namesById = prepared(
  'people_by_id',
  (_, storeId: number, ids: string) =>
    sql<{
      id: number
      name: string
    }>`select id, ${nameOfPerson} as name from profile where store_id = ${storeId} and id = any(${ids}::bigint[])`,
)

/** Prepares an estimate by columns in two messages: the counts, and the names of the newest. */
async function countedEstimate(
  { storeId, userId, body }: ReadRequest<Estimating>,
  core: Core,
): Promise<StagedRead<Estimating> | undefined> {
  if (body.label_id !== undefined) return undefined
  const rule = storedRule(body.segment_rule)
  const taken = await takeRule(core, { storeId, rule: normalizeRule(rule), friends: true })
  if (!taken) return undefined
  const { reads, done, matchesOf } = taken
  return staged(segments.estimate, {
    reads: { ...cancelsEarlier(userId), ...reads },
    done,
    next(found, { user }) {
      const known = matchesOf(found, user.rights)
      if (!known) return undefined
      const { matches, changes } = known
      const { newest, ...counts } = countsOf(rule, matches)
      const line = changes.has_line ? friendsAmong(matches, unpackSets(changes.friends)[0]!) : null
      const sees = may(user.rights, 'cdp-core.profile.read')
      return stage({ names: namesById(storeId, `{${(sees ? newest : []).join(',')}}`) }, ({ names }) => {
        const byId = new Map(names.map((one) => [one.id, one]))
        const sample = sees ? newest.flatMap((id) => byId.get(id) ?? []) : null
        return { total: changes.live ?? 0, ...counts, reachable: { line }, sample }
      })
    },
  })
}

const friendsAmong = ({ columns, upTo }: Matches, friends: readonly number[]) =>
  countBits(joinBits(upTo()!, 'and', columns.bitsOf(friends)), columns.live(true))

const anyEstimate: Handler<Estimating> = async ({ core, db, storeId, user, language, body }) => {
  const { segment_rule, exact, label_id } = body
  const rule = storedRule(segment_rule)
  const context = await readSegmentRule(db, storeId, { rights: user.rights, language }, rule)
  if (label_id !== undefined) {
    await segmentOf(db, storeId, label_id)
    await refuseClosedMembers(db, storeId, user.rights, label_id)
  }
  const total = await totalProfiles(db, storeId)
  const sees = may(user.rights, 'cdp-core.profile.read')
  return newestAlone(db, user.id, async () => {
    const asked = { total, exact, labelId: label_id }
    const found = await estimateByColumns(core, db, rule, context, asked)
    // The next estimate in two messages needs the names.
    if (found) await loadProfileNames(db, storeId)
    const { newest, ...counts } = found ?? (await estimateOf(db, rule, context, asked))
    const sample = sees ? await segmentNamesOf(db, storeId, newest) : null
    const line = await reachableByLine(core, db, rule, context, { total, exact })
    return { total, ...counts, reachable: { line }, sample }
  })
}

/** Estimates a rule: by columns in two messages if they are loaded, and otherwise in an ordinary transaction. */
export const estimate = stagedRead(segments.estimate, countedEstimate, anyEstimate)
