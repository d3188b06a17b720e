import { myDataRequestNotice, OWN_WORDS, ownRequestKinds } from '@ruam/contract/privacy/my-data.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { outsideId, outsideText } from '../../core/outside-text.ts'
import { lockProfile } from '../../customers/consents/calls/queries.ts'
import { withdrawOwn } from '../../customers/consents/calls/withdraw-own.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import { notify } from '../../notifications/notify.ts'
import { insertRequest, proveRequest, setProfiles } from '../requests/queries.ts'
import { requestSetting } from '../requests/setting.ts'
import type { Note } from './page.ts'
import type { SessionWay } from './session.ts'

/** Form of the page. */
export const ActForm = z.object({
  act: z.enum([...ownRequestKinds, 'withdraw', 'leave']),
  lang: z.enum(['th', 'en']).catch('th'),
  purpose: outsideId(10).optional(),
  /** Name of the value that is wrong. */
  field: outsideText(200).optional(),
  words: outsideText(OWN_WORDS).optional(),
})
type ActForm = z.infer<typeof ActForm>

/** Corrections that a customer has open. Of the other kinds it is one. */
const OPEN_CORRECTIONS = 5

interface Acting {
  db: Db
  storeId: number
  /** Live profiles of the customer. Several are not told apart yet. */
  profiles: readonly number[]
  /** LINE user who is logged in. */
  userId: string
  way: SessionWay
  requestId: string
}

/** Withdraws a consent, or opens a request of a person whom LINE has proved. Returns the note that the page shows. */
export async function act(acting: Acting, form: ActForm): Promise<Note> {
  const { act: kind } = form
  if (kind === 'leave') return 'left'
  return kind === 'withdraw' ? withdraw(acting, Number(form.purpose)) : request(acting, kind, form)
}

async function withdraw({ db, storeId, profiles, userId, requestId }: Acting, purpose_id: number): Promise<Note> {
  const [profile_id, ...more] = profiles
  // Several profiles may be several people: staff compare them first, and withdraw then.
  if (profile_id === undefined || more.length > 0 || !Number.isSafeInteger(purpose_id)) return 'ended'
  if (await withdrawOwn(db, storeId, { profile_id, purpose_id, userId })) {
    const entry = { subject_type: 'profile' as const, subject_id: profile_id, details: { purpose: purpose_id } }
    await audit(db, storeId, null, requestId, { action: 'my_data_withdrawn', ...entry })
  }
  return 'withdrawn'
}

type Kind = (typeof ownRequestKinds)[number]

async function request(acting: Acting, kind: Kind, { field, words }: ActForm): Promise<Note> {
  const { db, storeId, profiles, way, requestId } = acting
  if (profiles.length === 0) return 'ended'
  const said = words?.trim() ?? ''
  if (kind === 'correct' && said === '') return 'empty'
  // Two forms at once wait for each other here.
  for (const id of profiles) if (!(await lockProfile(db, storeId, id))) return 'ended'
  if ((await openOf(db, storeId, profiles, kind)) >= (kind === 'correct' ? OPEN_CORRECTIONS : 1)) return 'already'
  const { days } = await requestSetting(db, storeId)
  const request = {
    ...{ kind, source: 'my_data' as const, place: '', words: field ? `${field}: ${said}` : said },
    ...{ purpose_ids: [], created_by: null, assignee_id: null, received_on: undefined },
  }
  const id = (await insertRequest(db, storeId, request, days))!
  await setProfiles(db, storeId, id, profiles)
  await proveRequest(db, storeId, id, way)
  const entry = { subject_type: 'privacy_request' as const, subject_id: id, details: { kind } }
  await audit(db, storeId, null, requestId, { action: 'my_data_requested', ...entry })
  await notify(db, storeId, myDataRequestNotice, { ending: 'completed', data: { request_id: id, days } })
  return 'sent'
}

/** Counts open requests of a kind that these profiles sent by the page. */
async function openOf(db: Db, storeId: number, profiles: readonly number[], kind: Kind): Promise<number> {
  const { n } = await db
    .selectFrom('privacy_request as r')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('r.store_id', '=', storeId)
    .where('r.kind', '=', kind)
    .where('r.source', '=', 'my_data')
    .where('r.closed_at', 'is', null)
    .where(sql<SqlBool>`exists (select from privacy_request_profile p
      where p.store_id = r.store_id and p.request_id = r.id and p.profile_id = any(${profiles}::bigint[]))`)
    .executeTakeFirstOrThrow()
  return n
}
