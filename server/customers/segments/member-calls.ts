import type { segments } from '@ruam/contract/customers/segments.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Handlers } from '../../http/implement.ts'
import { allSegments } from '../membership/segments.ts'
import { closedTo } from '../profiles/closed.ts'
import { liveProfile } from '../profiles/one.ts'
import { evaluatePerson, memberships, pin, pinsOf, sinceOf, unpin } from './members.ts'
import { movedOf } from './moved.ts'
import { lockPerson } from './people.ts'
import { assertRuleComplete } from './read-rule.ts'
import { refuseClosedMembers, refuseClosedReasons, segmentOf } from './segment-of.ts'
import { whyOf } from './why.ts'

/** The calls about the people of a segment. */
export const memberCalls = {
  async why({ db, storeId, params: { id, profile_id }, user }) {
    const segment = await segmentOf(db, storeId, id)
    const person = await liveProfile(db, storeId, profile_id)
    if (await refuseClosedReasons(db, storeId, user.rights, segment)) user.trace.note(null, profile_id)
    return whyOf(db, storeId, { segment, person })
  },

  async pins({ db, storeId, user, params: { id }, query }) {
    await segmentOf(db, storeId, id)
    await refuseClosedMembers(db, storeId, user.rights, id)
    const { data, total } = await pinsOf(db, storeId, id, query)
    return pageAnswer({ ...query, sort_by: 'at', sort_dir: 'desc' }, data, total)
  },

  async moved({ db, storeId, user, params: { id }, query }) {
    await refuseClosedMembers(db, storeId, user.rights, id)
    const { data, total } = await movedOf(db, storeId, id, { ...query, limit: rowsOf(query.limit) })
    return pageAnswer({ ...query, sort_by: 'at', sort_dir: 'desc' }, data, total)
  },

  async joined({ db, storeId, user, params: { id }, query: { profiles } }) {
    await refuseClosedMembers(db, storeId, user.rights, id)
    return { data: await sinceOf(db, storeId, id, profiles) }
  },

  async pin({ db, storeId, params: { id, profile_id }, body: { value }, user, fail, audit }) {
    await segmentOf(db, storeId, id)
    await refuseClosedMembers(db, storeId, user.rights, id)
    if (!(await lockPerson(db, storeId, profile_id))) throw fail('not_found')
    const member = await pin(db, storeId, user, { id, profileId: profile_id }, value)
    await audit('label', id, { profile_id, value })
    return member
  },

  async unpin({ db, storeId, params: { id, profile_id }, user, fail, audit }) {
    const segment = await segmentOf(db, storeId, id)
    await refuseClosedMembers(db, storeId, user.rights, id)
    if (!(await lockPerson(db, storeId, profile_id))) throw fail('not_found')
    const member = await unpin(db, storeId, user, segment, profile_id)
    await audit('label', id, { profile_id })
    return member
  },

  async calculateOne({ db, storeId, user, params: { id }, body: { reference_id }, fail, audit }) {
    if (!(await lockPerson(db, storeId, id))) throw fail('not_found')
    const asked =
      reference_id === undefined ? await allSegments(db, storeId) : [await segmentOf(db, storeId, reference_id)]
    if (reference_id !== undefined) {
      await refuseClosedMembers(db, storeId, user.rights, reference_id)
      await assertRuleComplete(db, storeId, asked[0]!.rule)
    }
    const { segments: closed } = await closedTo(db, storeId, user.rights)
    const moved = await evaluatePerson(db, storeId, id, asked)
    await audit('profile', id, { segments: moved.filter(({ label_id }) => !closed.has(label_id)).length })
    return {
      data: await memberships(
        db,
        storeId,
        id,
        asked.flatMap((segment) => (closed.has(segment.id) ? [] : segment.id)),
      ),
    }
  },
} satisfies Partial<Handlers<typeof segments>>
