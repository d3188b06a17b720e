import { richMenuFriends } from '@ruam/contract/channels/rich-menu-friends.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { labelNamesById } from '../../../customers/labels/queries.ts'
import { closedTo } from '../../../customers/profiles/closed.ts'
import { liveProfile } from '../../../customers/profiles/one.ts'
import { implement } from '../../../http/implement.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { menuOfPerson } from './person.ts'

export const richMenuFriendRoutes = implement(richMenuFriends, {
  async person({ db, storeId, user, params: { id, profile_id }, fail }) {
    if (!(await lineAccountById(db, storeId, id))) throw fail('not_found')
    await liveProfile(db, storeId, profile_id)
    const { segments: closed } = await closedTo(db, storeId, user.rights)
    const found = await menuOfPerson(db, { storeId, channelId: id, profileId: profile_id, closed })
    const { label_id, moves, ...shown } = found
    const labelIds = [label_id, ...moves.map((move) => move.label_id)].flatMap((one) => one ?? [])
    const names = may(user.rights, 'cdp-core.label.read')
      ? await labelNamesById(db, storeId, labelIds)
      : new Map<number, string>()
    const named = (one: number | null) => (one === null ? null : { id: one, name: names.get(one) ?? null })
    return {
      ...shown,
      label: named(label_id),
      moves: moves.map(({ at, from_id, from_name, to_id, to_name, label_id: label }) => ({
        at,
        from: from_id === null ? null : { id: from_id, name: from_name },
        to: to_id === null ? null : { id: to_id, name: to_name },
        label: named(label),
      })),
    }
  },
})
