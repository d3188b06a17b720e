import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { timeZoneOf } from '../../../access/stores/queries.ts'
import { filled } from '../../../broadcasts/messages/words.ts'
import { ApiError } from '../../../core/api-error.ts'
import { databaseNow } from '../../../core/now.ts'
import { liveProfile } from '../../../customers/profiles/one.ts'
import type { Db } from '../../../database/db.ts'
import { isMyDataOn } from '../../accounts/my-data-address.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { readStop } from '../../inbox/stop-words.ts'
import { wordIn } from '../../line-link/words.ts'
import { choosable } from '../choosable.ts'
import { type Choosable, chooseAnswer } from '../choose.ts'
import { keywordText } from '../match.ts'
import { isOpen, localTime } from '../opening-hours.ts'
import { enabledAnswers, hoursOf } from '../queries.ts'
import { valuesFor } from './answer-words.ts'

interface Tested {
  channelId: number
  rights: Rights
  text: string
  profile_id: number | null
  at?: string | undefined
}

/** Returns what an account would answer to a text now, and why. Nothing is sent or counted. */
export async function testAnswer(db: Db, storeId: number, { channelId, rights, text, profile_id, at }: Tested) {
  if (profile_id !== null) {
    if (!may(rights, 'cdp-core.profile.read')) throw new ApiError('forbidden', { permission: 'cdp-core.profile.read' })
    await liveProfile(db, storeId, profile_id)
  }
  const account = await lineAccountById(db, storeId, channelId)
  const rows = await enabledAnswers(db, storeId, [channelId])
  const { hours } = await hoursOf(db, storeId, channelId)
  const timeZone = await timeZoneOf(db, storeId)
  const instant = at === undefined ? databaseNow() : Date.parse(at)
  const time = localTime(instant, timeZone)
  const open = hours && isOpen(hours, time)
  const choice = chooseAnswer(choosable(rows), {
    act: wordIn(text) === null ? 'text' : 'linked',
    text: keywordText(text),
    stop: readStop(text, account?.stop_phrases),
    ...{ stopped: false, paused: false, open, givenToday: [] },
  })
  const row = rows.find(({ id }) => id === choice.answer?.id)
  const values =
    row && (await valuesFor(db, storeId, row.messages, { profileId: profile_id, hours, timeZone, at: instant }))
  return {
    reason: choice.reason,
    answer: row ? { id: row.id, name: row.name, place: row.place } : null,
    variant: choice.variant,
    others: choice.others.map(({ answer, variant }) => ({ ...named(rows, answer), variant })),
    time: time.clock,
    open,
    messages: row && values ? filled(row.messages, values) : [],
    values: [...(values ?? [])].map(([field_id, value]) => ({ field_id, value })),
    quick_replies: row?.quick_replies ?? [],
    opens_my_data: (row?.opens_my_data ?? false) && (await isMyDataOn(db, storeId)),
    quota: 0 as const,
  }
}

function named(rows: readonly { id: number; name: string; place: number | null }[], { id }: Choosable) {
  const { name, place } = rows.find((row) => row.id === id)!
  return { id, name, place: place! }
}
